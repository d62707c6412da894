import type { DeviceEvents } from '../../src/board/driver.ts';
import type { Lifecycle } from './lifecycle.ts';

/** What drivers over a link do alike: restarts of the device are told, and the link is made, and let go. */
export abstract class LinkedDriver<TLink> {
  protected abstract readonly lifecycle: Lifecycle<TLink>;

  listen(events: DeviceEvents): void {
    this.lifecycle.listen(events);
  }

  start(): Promise<void> {
    return this.lifecycle.start();
  }

  async stop(): Promise<void> {
    await this.lifecycle.stop();
    this.forget();
  }

  /** Forgets what held for the device that was let go. */
  protected forget(): void {}
}
