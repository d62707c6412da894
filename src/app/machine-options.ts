import type { Outlet } from '../http/wire/send.ts';
import type { GpioService } from '../service/gpio/gpio.ts';
import type { Store } from '../store/store.ts';
import type { Engine } from './engine.ts';
import type { AppOptions } from './options.ts';
import type { Services } from './services.ts';

/** What the rest of the appliance gives. */
export interface MachineOptions {
  readonly app: AppOptions;
  readonly store: Store;
  readonly engine: Engine;
  readonly zone: () => string;
  readonly services: () => Services;
  readonly gpio: GpioService;
  readonly outlet: Outlet;
}
