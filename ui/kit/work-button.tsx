import { Button, type ButtonProps } from './button.tsx';
import { Report, useWork, type Work } from './work.tsx';

/** A button that does one piece of work at a time and says what became of it; `busyText` is shown meanwhile. */
export const WorkButton = ({
  work,
  busyText,
  ...button
}: Omit<ButtonProps, 'onClick'> & { work: Work; busyText?: string }) => {
  const { busy, result, run } = useWork();
  return (
    <>
      <Button
        {...button}
        text={busy ? (busyText ?? button.text) : button.text}
        disabled={busy || button.disabled}
        onClick={() => void run(work)}
      />
      <Report result={result} />
    </>
  );
};
