import type { BoardService } from '../service/boards.ts';
import type { CollectionService } from '../service/collections.ts';
import type { ControlService } from '../service/control.ts';
import type { MessageService } from '../service/messages.ts';
import type { PageService } from '../service/pages.ts';
import type { PauseService } from '../service/pause.ts';
import type { PreferenceService } from '../service/preferences.ts';
import type { SilenceService } from '../service/silence.ts';
import type { SystemService } from '../service/system.ts';

/** The use cases that are called over MQTT: the same as over HTTP. */
export interface MqttServices {
  readonly boards: BoardService;
  readonly messages: MessageService;
  readonly pages: PageService;
  readonly collections: CollectionService;
  readonly control: ControlService;
  readonly pause: PauseService;
  readonly preferences: PreferenceService;
  readonly silence: SilenceService;
  readonly system: SystemService;
}
