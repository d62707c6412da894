import type {
  PageImportAnswer,
  PageShare,
  Page,
  PageCreate,
  PageDeleteAnswer,
  PageUpdateAnswer,
  Preview,
  PreviewBatch,
} from '../../src/schema/content/pages.ts';
import { MOST_IN_BATCH } from '../../src/schema/limits.ts';
import type { SourceVariables } from '../../src/schema/plugins/plugins.ts';
import type { Uses } from '../../src/schema/content/uses.ts';
import type { Catalog, TemplateCheck, TemplateCheckRequest } from '../../src/schema/content/templates.ts';
import { request } from '../api.ts';

const id = encodeURIComponent;

/** Formula functions by name. */
export type Functions = Readonly<
  Record<string, { readonly category: string; readonly signature: string; readonly summary: string }>
>;

/** What the views of pages ask of the service. */
export const pageOperations = {
  list: () => request<{ pages: Page[] }>('GET', '/pages'),
  read: (page: string) => request<Page>('GET', `/pages/${id(page)}`),
  create: (page: PageCreate) => request<Page>('POST', '/pages', page),
  update: (page: string, body: PageCreate) => request<PageUpdateAnswer>('PUT', `/pages/${id(page)}`, body),
  remove: (page: string) => request<PageDeleteAnswer>('DELETE', `/pages/${id(page)}`),
  restore: (page: string) => request<Page>('POST', `/pages/${id(page)}/restore`),
  uses: (page: string) => request<Uses>('GET', `/pages/${id(page)}/references`),
  /** The pictures of any number of pages, as a board would show them where one is named. */
  previews: async (pages: readonly string[], board?: string): Promise<PreviewBatch['previews']> => {
    const found: PreviewBatch['previews'] = {};
    for (let at = 0; at < pages.length; at += MOST_IN_BATCH) {
      const body = { page_ids: pages.slice(at, at + MOST_IN_BATCH), ...(board !== undefined && { board_id: board }) };
      Object.assign(found, (await request<PreviewBatch>('POST', '/pages/preview/batch', body)).previews);
    }
    return found;
  },
  preview: (page: PageCreate) => request<Preview>('POST', '/pages/preview', page),
  validate: (body: Partial<TemplateCheckRequest>) => request<TemplateCheck>('POST', '/templates/validate', body),
  catalog: () => request<Catalog>('GET', '/templates/variables'),
  sources: () => request<{ sources: SourceVariables[] }>('GET', '/plugins/variables/all'),
  functions: () => request<{ functions: Functions }>('GET', '/templates/formula-functions'),
  displays: () =>
    request<{ displays: { display_type: string; name: string; available: boolean }[] }>('GET', '/displays'),
  transitions: () => request<{ available_strategies: string[] }>('GET', '/settings/transitions'),
  share: (page: string) => request<PageShare>('GET', `/pages/${id(page)}/share`),
  import: (file: unknown) => request<PageImportAnswer>('POST', '/pages/import', file),
} as const;
