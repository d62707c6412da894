/** Stands in examples for the id of a page or collection of the caller. */
export const SOME_PAGE = 'PAGE_ID';

/** What can be sent to the versioned operations, by their name, where viewers would make up what is refused. */
export const BODY_EXAMPLES: Readonly<Record<string, object>> = {
  updateBoard: { schedule_enabled: true },
  sendMessage: { text: 'HELLO {red}', duration_minutes: 5 },
  setActivePage: { page_id: SOME_PAGE },
  createPage: {
    name: 'Morning',
    type: 'template',
    template: ['GOOD MORNING', 'IT IS {{date_time.time}}'],
    line_metadata: [{ alignment: 'center' }, { alignment: 'center' }],
  },
  updatePage: { template: ['GOOD EVENING', 'IT IS {{date_time.time}}'] },
  createSchedule: { page_id: SOME_PAGE, start_time: '07:00', end_time: '09:00', day_pattern: 'weekdays' },
  updateSchedule: { end_time: '10:00' },
  createCollection: { name: 'In turn', page_ids: [SOME_PAGE], time: { interval_seconds: 60 } },
  updateCollection: { time: { interval_seconds: 120 } },
  renderTemplate: { template: ['IT IS {{date_time.time}}'] },
  updatePlugin: { enabled: true },
  pushPluginData: { message: 'HELLO' },
  sendMessageDeprecated: { text: 'HELLO' },
  refreshBoardsDeprecated: {},
};

/** What parameters in paths can be, by their name, where that is the same on every appliance. */
export const PATH_EXAMPLES: Readonly<Record<string, string>> = { board: 'primary', plugin_id: 'webhook' };
