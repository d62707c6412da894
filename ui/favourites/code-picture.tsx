import { codePath } from './code-path.ts';

/** A text as a code to scan. */
export const CodePicture = ({ text, label }: { text: string; label: string }) => {
  const { path, width } = codePath(text);
  return (
    <svg viewBox={`0 0 ${width} ${width}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect width={width} height={width} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
};
