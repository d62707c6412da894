/** The mark of the product, as in `ui/public/icon.svg`; in the page itself it costs no request. */
export const BrandMark = () => (
  <svg viewBox="0 0 64 64" width="28" height="28" aria-hidden="true">
    <rect x="11" y="3" width="42" height="58" rx="7" fill="#161617" stroke="#5a5a60" stroke-width="1.5" />
    <path d="M18 3h28a7 7 0 0 1 7 7v21.2H11V10a7 7 0 0 1 7-7z" fill="#232325" />
    <path d="M24 48V16h18M24 31h14" fill="none" stroke="#fff" stroke-width="6" />
    <path d="M11 32h42" stroke="#060606" stroke-width="1.6" />
    <path d="M9 27.5h5v9H9zM50 27.5h5v9h-5z" fill="#ff6a13" />
  </svg>
);
