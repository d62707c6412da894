import type { BoardService } from '../service/boards/boards.ts';
import type { BrightnessService } from '../service/brightness.ts';
import type { CollectionService } from '../service/collections.ts';
import type { ControlService } from '../service/control/control.ts';
import type { FavouriteService } from '../service/favourites.ts';
import type { MessageService } from '../service/messages/messages.ts';
import type { MessageQueueService } from '../service/messages/queue.ts';
import type { PageService } from '../service/pages/pages.ts';
import type { PictureService } from '../service/pictures.ts';
import type { PauseService } from '../service/control/pause.ts';
import type { SettingsService } from '../service/settings.ts';
import type { SilenceService } from '../service/silence.ts';
import type { StayService } from '../service/stays.ts';
import type { SystemService } from '../service/system/system.ts';
import type { VbmlService } from '../service/vbml.ts';

/** The use cases that are called over MQTT: the same as over HTTP. */
export interface MqttServices {
  readonly boards: BoardService;
  readonly brightness: BrightnessService;
  readonly messages: MessageService;
  readonly queue: MessageQueueService;
  readonly pages: PageService;
  readonly collections: CollectionService;
  readonly control: ControlService;
  readonly favourites: FavouriteService;
  readonly pause: PauseService;
  readonly pictures: PictureService;
  readonly settings: SettingsService;
  readonly silence: SilenceService;
  readonly stays: StayService;
  readonly system: SystemService;
  readonly vbml: () => VbmlService;
}
