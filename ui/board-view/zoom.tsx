import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../kit/button.tsx';
import { kit } from '../strings/kit.ts';

/** Flaps narrower than this cannot be read or met with a finger, in px. */
const NARROWEST = 9;
/** The width of a flap with its gap that can. */
const READABLE = 16;

/**
 * A board of `cols` columns: where its flaps would be too small, it can be enlarged, and moved in a frame by finger,
 * wheel or arrow keys. `name` says what is enlarged.
 */
export const Zoom = ({ cols, name, children }: { cols: number; name: string; children: ComponentChildren }) => {
  const frame = useRef<HTMLDivElement>(null);
  const [tiny, setTiny] = useState(false);
  const [large, setLarge] = useState(false);
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return undefined;
    const watch = new ResizeObserver(() => setTiny(current.clientWidth / cols < NARROWEST));
    watch.observe(current);
    return () => watch.disconnect();
  }, [cols]);
  const enlarged = tiny && large;
  return (
    <div class="zoom">
      <div
        ref={frame}
        class={`zoom-frame ${enlarged ? 'is-large' : ''}`}
        {...(enlarged && { tabIndex: 0, role: 'group', 'aria-label': name })}
      >
        <div style={enlarged ? { width: `${cols * READABLE}px` } : {}}>{children}</div>
      </div>
      {tiny && <Button small text={large ? kit.wholeBoard : kit.enlarge} onClick={() => setLarge(!large)} />}
    </div>
  );
};
