/** By method and path: the name of an operation, and what it does. */
export type Operations = Readonly<Record<string, readonly [id: string, description: string]>>;

/** Operations of the versioned surface, and the pair that it replaced. */
export const VERSIONED_OPERATIONS: Operations = {
  'GET /v1/boards': [
    'listBoards',
    'Every board with its size and state. The first one is the primary board, which other operations ' +
      'also know as `primary`.',
  ],
  'GET /v1/boards/{board}': [
    'getBoard',
    'What a board shows, where that comes from, and what it shows next. Answers from memory: no hardware is asked.',
  ],
  'PATCH /v1/boards/{board}': [
    'updateBoard',
    'Changes the members that are sent. A null clears `default_page_id` and leaves every other member as it is.',
  ],
  'POST /v1/boards/{board}/message': [
    'sendMessage',
    'Shows exactly one of `text`, `lines`, `characters`, `page_id` or `fill`. With `duration_minutes` ' +
      'the message ends by itself, and the board returns to what `revert_mode` says; with nothing to return to it ' +
      'becomes blank. `sent` is true only when this request moved flaps; otherwise `reason` says why not.',
  ],
  'DELETE /v1/boards/{board}/message': [
    'clearMessage',
    'Ends the timed and the untimed message of a board and shows what it returns to. A board with ' +
      'nothing to return to becomes blank.',
  ],
  'PUT /v1/boards/{board}/active-page': [
    'setActivePage',
    'Pins a page or collection, which then goes before the schedule, or unpins with null. The pin is ' +
      'stored even when nothing could be sent; `error` then says why.',
  ],
  'GET /v1/pages': ['listPages', 'Every stored page with its content, of every size.'],
  'POST /v1/pages': [
    'createPage',
    'Stores a page. Its size follows from `device_type` and does not change the boards.',
  ],
  'GET /v1/pages/{page_id}': ['getPage', 'One stored page with its content.'],
  'PUT /v1/pages/{page_id}': [
    'updatePage',
    'Changes the members that are sent. Boards that show the page follow at once; ' +
      '`incompatible_references` lists boards that the page no longer fits.',
  ],
  'DELETE /v1/pages/{page_id}': [
    'deletePage',
    'Deletes a page. Pins move to the first page that fits, default pages are cleared, and schedules and ' +
      'collections keep an id that no longer resolves.',
  ],
  'GET /v1/schedules': [
    'listSchedules',
    'The rules of one board. Without `board_id` those of the primary board, with `*` the rules of all boards.',
  ],
  'POST /v1/schedules': [
    'createSchedule',
    'Stores a rule that shows a page or collection at certain times. `warnings` tells of overlaps and gaps.',
  ],
  'GET /v1/schedules/{schedule_id}': ['getSchedule', 'One rule, with the times that it has today.'],
  'PUT /v1/schedules/{schedule_id}': [
    'updateSchedule',
    'Changes the members that are sent. `warnings` tells of overlaps and gaps.',
  ],
  'DELETE /v1/schedules/{schedule_id}': ['deleteSchedule', 'Deletes a rule. The page that it shows stays.'],
  'GET /v1/collections': [
    'listCollections',
    'Every collection with its members and the way that one of them is chosen.',
  ],
  'POST /v1/collections': [
    'createCollection',
    'Stores a set of pages of which one is shown at a time: by time, by the values of variables, or at random.',
  ],
  'GET /v1/collections/{collection_id}': ['getCollection', 'One collection with its members.'],
  'PUT /v1/collections/{collection_id}': ['updateCollection', 'Changes the members that are sent.'],
  'DELETE /v1/collections/{collection_id}': ['deleteCollection', 'Deletes a collection. Its pages stay.'],
  'GET /v1/variables': [
    'listVariables',
    'Everything that can stand in a template: variables of enabled plugins, colours, symbols and filters.',
  ],
  'GET /v1/functions': [
    'listFunctions',
    'The functions that formulas know, with their arguments and what they answer.',
  ],
  'POST /v1/render': [
    'renderTemplate',
    'Fills in a template and lays it out for a board or a device type. Nothing is stored or shown.',
  ],
  'GET /v1/health': ['getHealth', 'A quick sign of life, for monitoring.'],
  'GET /v1/status': ['getStatus', 'How the service and each board run: pauses, errors, drift and the last write.'],
  'GET /v1/plugins': ['listPlugins', 'Every installed plugin and whether it is enabled and configured.'],
  'GET /v1/plugins/{plugin_id}': [
    'getPlugin',
    'One plugin with its settings, their schema and its instances. Secrets are masked as `***`.',
  ],
  'PATCH /v1/plugins/{plugin_id}': [
    'updatePlugin',
    '`config` takes the place of all settings, before `enabled` switches the plugin on or off. `***` keeps a stored secret.',
  ],
  'GET /v1/plugins/{plugin_id}/data': [
    'getPluginData',
    'What a plugin reports now. Data that is out of date is fetched first.',
  ],
  'POST /v1/plugins/{plugin_id}/receive': [
    'pushPluginData',
    'Hands a payload to a plugin that takes pushed data. With a shared secret the request is signed.',
  ],
  'POST /send-message': ['sendMessageDeprecated', 'Shows a text on the primary board, or on the board that is named.'],
  'POST /refresh': ['refreshBoardsDeprecated', 'Draws and writes again what one board, or every board, should show.'],
};
