interface WakeLocks {
  readonly wakeLock?: { request(type: 'screen'): Promise<{ addEventListener(type: string, act: () => void): void }> };
}

/** Asks the browser to keep the screen on; resolves to whether it does. It lets go when the page is hidden. */
const requestLock = (): Promise<boolean> => {
  const { wakeLock } = navigator as WakeLocks;
  if (!wakeLock) return Promise.resolve(false);
  return wakeLock.request('screen').then(
    () => true,
    () => false,
  );
};

const FRAME_MS = 1000;

/** A muted film of one dot, made here: browsers let no screen sleep over a film. */
const playFilm = (): void => {
  const canvas = document.createElement('canvas') as HTMLCanvasElement & { captureStream?(rate: number): MediaStream };
  const video = document.createElement('video');
  const pen = canvas.getContext('2d');
  if (!canvas.captureStream || !pen || !('srcObject' in video)) return;
  canvas.width = canvas.height = 2;
  let isLight = false;
  setInterval(() => {
    isLight = !isLight;
    pen.fillStyle = isLight ? '#010101' : '#000000';
    pen.fillRect(0, 0, 2, 2);
  }, FRAME_MS);
  video.muted = true;
  video.setAttribute('playsinline', '');
  video.style.cssText = 'position: absolute; top: 0; left: 0; width: 2px; height: 2px; opacity: 0.01';
  video.srcObject = canvas.captureStream(1);
  document.body.appendChild(video);
  // Old browsers answer nothing.
  Promise.resolve(video.play()).catch(() => undefined);
};

/** Keeps the screen on: by a wake lock, and where there is none by a film that the first press of a key starts. */
export class Awake {
  #isLocked = false;
  #hasFilm = false;

  /** Begins; `onRefused` is called when the browser has no wake lock to give. */
  start(onRefused: () => void): void {
    const lock = (): void => {
      if (document.hidden) return;
      void requestLock().then((isLocked) => {
        this.#isLocked = isLocked;
        if (!isLocked) onRefused();
      });
    };
    document.addEventListener('visibilitychange', lock);
    lock();
  }

  /** Uses the press of a key. */
  press(): void {
    if (this.#isLocked || this.#hasFilm) return;
    this.#hasFilm = true;
    playFilm();
  }
}
