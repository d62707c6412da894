import type { PageImportAnswer, PageShare, Page } from '../../schema/content/pages.ts';
import type { PageService } from './pages.ts';

/**
 * Pages that travel between appliances as files. They carry no data and no settings of plugins. `sourcesOf` tells the
 * plugins, by key, whose data a page shows.
 */
export const createPageShares = (
  pages: PageService,
  sourcesOf: (page: Page) => ReadonlySet<string>,
  isEnabled: (key: string) => boolean,
) => ({
  /** A page as a file; 404 when there is none. */
  share: (id: string): PageShare => {
    const { id: _id, demo_plugin_id: _demo, created_at: _created, updated_at: _updated, ...page } = pages.get(id);
    return { format: 'flapbox-page', version: 1, page };
  },

  /**
   * Stores the page of a file as a new one and names the sources that it wants and does not have here; 400 when its
   * parts do not belong together.
   */
  import: async (file: PageShare): Promise<PageImportAnswer> => {
    const page = await pages.create({ ...file.page, demo_plugin_id: null });
    return { page, missing_sources: [...sourcesOf(page)].filter((key) => !isEnabled(key)) };
  },
});

/** Pages that travel between appliances as files. */
export type PageShares = ReturnType<typeof createPageShares>;
