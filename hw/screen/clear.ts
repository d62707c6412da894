import { FrameBuffer } from './frame-buffer.ts';

const STRIP_LINES = 64;

/** Makes a screen black that no board draws on any more. Never rejects: one that is gone shows nothing anyway. */
export const clearScreen = async (device: string, root = ''): Promise<void> => {
  const buffer = await FrameBuffer.open(device, root).catch(() => null);
  if (!buffer) return;
  const { height, stride } = buffer.mode;
  const black = new Uint8Array(STRIP_LINES * stride);
  try {
    for (let top = 0; top < height; top += STRIP_LINES)
      await buffer.write(top, black.subarray(0, Math.min(STRIP_LINES, height - top) * stride));
  } catch {
    // It went while it was painted.
  } finally {
    await buffer.close();
  }
};
