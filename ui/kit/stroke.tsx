/** An outline on 24 × 24 as a picture, in the colour of the text beside it. */
export const Stroke = ({ path, width = 2, ...picture }: { path: string; width?: number; class?: string }) => (
  <svg {...picture} viewBox="0 0 24 24" aria-hidden="true">
    <path
      d={path}
      fill="none"
      stroke="currentColor"
      stroke-width={width}
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>
);
