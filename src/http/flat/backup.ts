import {
  BackupFileSchema,
  BackupImportAnswerSchema,
  BackupImportSchema,
  BackupRequestSchema,
} from '../../schema/appliance/backup.ts';
import { BACKUP_JSON, LARGEST_BACKUP_BYTES } from '../../schema/limits.ts';
import type { UnconfirmedDestination } from '../../schema/plugins/plugins.ts';
import type { Actor } from '../../service/auth/audit.ts';
import type { BackupService } from '../../service/backup.ts';
import { actorOf } from '../asker.ts';
import { reply, type Reply } from '../reply.ts';
import { ok, routesIn, type Route } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'backup' });

const attachment = (file: { readonly created_at: string }): Reply =>
  reply(200, file, {
    'Content-Disposition': `attachment; filename="flapbox-${file.created_at.slice(0, 10)}.json"`,
    'Cache-Control': 'no-store',
  });

/**
 * Everything out as one file, and in again. `note` writes a restore into the log of sign-ins; `unconfirmed` are the
 * destinations that wait for the owner's word.
 */
export const backupRoutes = (
  backup: BackupService,
  note: (actor: Actor) => void,
  unconfirmed: () => UnconfirmedDestination[],
): Route[] => [
  route('GET /backup/export', {
    summary: 'Everything as one file, without secrets',
    success: ok(BackupFileSchema, 'The backup.'),
    handle: async () => attachment(await backup.export(null)),
  }),
  route('POST /backup/export', {
    summary: 'Everything as one file, its secrets encrypted with a passphrase',
    body: BackupRequestSchema,
    success: ok(BackupFileSchema, 'The backup.'),
    errors: [400],
    handle: async ({ body }) => attachment(await backup.export(body.passphrase)),
  }),
  route('POST /backup/import', {
    summary: 'Replace everything by a backup, all or nothing; the passphrase stands beside its members',
    body: BackupImportSchema,
    success: ok(BackupImportAnswerSchema, 'How much there is now.'),
    errors: [400, 409, 503],
    bodyLimit: LARGEST_BACKUP_BYTES,
    jsonBounds: BACKUP_JSON,
    handle: async (request) => {
      const restored = await backup.import(request.body);
      note(actorOf(request));
      const destinations = unconfirmed();
      return destinations.length === 0 ? restored : { ...restored, destinations };
    },
  }),
];
