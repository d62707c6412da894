import type { BoardService } from '../service/boards/boards.ts';
import type { CollectionService } from '../service/collections.ts';
import type { ControlService } from '../service/control/control.ts';
import type { MessageService } from '../service/messages/messages.ts';
import type { PageService } from '../service/pages/pages.ts';
import type { PictureService } from '../service/pictures.ts';
import type { PauseService } from '../service/control/pause.ts';
import type { SettingsService } from '../service/settings.ts';
import type { SilenceService } from '../service/silence.ts';
import type { SystemService } from '../service/system/system.ts';

/** The use cases that are called over MQTT: the same as over HTTP. */
export interface MqttServices {
  readonly boards: BoardService;
  readonly messages: MessageService;
  readonly pages: PageService;
  readonly collections: CollectionService;
  readonly control: ControlService;
  readonly pause: PauseService;
  readonly pictures: PictureService;
  readonly settings: SettingsService;
  readonly silence: SilenceService;
  readonly system: SystemService;
}
