import type { PluginHost } from '../plugins/host.ts';
import type { BoardService } from '../service/boards/boards.ts';
import type { CollectionService } from '../service/collections.ts';
import type { FavouriteService } from '../service/favourites.ts';
import type { HistoryService } from '../service/history.ts';
import type { MessageService } from '../service/messages/messages.ts';
import type { MessageQueueService } from '../service/messages/queue.ts';
import type { PageService } from '../service/pages/pages.ts';
import type { PictureService } from '../service/pictures.ts';
import type { RenderService } from '../service/templates/render.ts';
import type { ScheduleService } from '../service/schedules.ts';
import type { StayService } from '../service/stays.ts';
import type { SystemService } from '../service/system/system.ts';
import type { TimelineService } from '../service/timeline.ts';
import type { VbmlService } from '../service/vbml.ts';

/** The use cases that a client can call: the same as over HTTP, so that there is one place for each rule. */
export interface McpServices {
  readonly boards: BoardService;
  readonly messages: MessageService;
  readonly queue: MessageQueueService;
  readonly favourites: FavouriteService;
  readonly history: HistoryService;
  readonly pages: PageService;
  readonly pictures: PictureService;
  readonly schedules: ScheduleService;
  readonly collections: CollectionService;
  readonly render: RenderService;
  readonly plugins: PluginHost;
  readonly system: SystemService;
  readonly timeline: TimelineService;
  readonly stays: StayService;
  readonly vbml: () => VbmlService;
}
