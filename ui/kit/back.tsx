/** The way back to the view above, whose name is `text`. */
export const Back = ({ text, href }: { text: string; href: string }) => (
  <a class="back" href={href}>
    {text}
  </a>
);
