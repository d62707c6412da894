/** Names that mean the same wherever they stand; a member that means something else has a sentence above it. */
export const WORDS: Readonly<Record<string, string>> = {
  at: 'When it happened.',
  available: 'Whether there is something to show.',
  board_id: 'Id of the board.',
  boards: 'The boards.',
  category: 'Group that it belongs to.',
  characters: 'Rows of flap codes that are shown; null when nobody knows them.',
  cols: 'Columns of flaps.',
  code: 'What came of it, as a code.',
  created_at: 'When it was made.',
  default_page_id: 'The page that is shown while no rule applies; null means none.',
  description: 'What it is for.',
  device_type:
    'Form of the display, which fixes its size: a flagship has 6 by 22 flaps, a note 3 by 15; arrays and panels say their size beside it.',
  enabled: 'Whether it is switched on.',
  error: 'What went wrong, in a sentence; null when nothing did.',
  grid_cols: 'Columns of a panel.',
  grid_rows: 'Rows of a panel.',
  host: 'Name or IP address in the home network, with a port if it is not the usual one.',
  id: 'Id of what the answer is about.',
  line_metadata: 'Alignment and wrapping of each line, in their order; null leaves all as usual.',
  lines: 'Lines of text.',
  message: 'What happened, in a sentence.',
  name: 'Name, as people read it.',
  notes_tall: 'Notes above each other in an array.',
  notes_wide: 'Notes side by side in an array.',
  page_id: 'Id of the page.',
  paused: 'Whether the board is paused: then it is neither written nor read.',
  plugin_id: 'Id of the plugin.',
  reason: 'Why nothing moved, or why something cannot be done; null when all is well.',
  rows: 'Rows of flaps.',
  running: 'Whether it runs.',
  schedule_id: 'Id of the rule; null when none is concerned.',
  scheduled_page_id:
    'The page of the rule that applies now, also while a pin goes before it; null when no rule applies.',
  sent: 'Whether this request moved flaps.',
  settings_schema: 'JSON Schema of the settings.',
  start_time: 'Begin, as `HH:MM` local time.',
  status: 'What came of it, as a word.',
  text: 'What is shown, as text with one line for each row; null when nobody knows.',
  total: 'How many there are.',
  until: 'When it ends; null for never.',
  updated_at: 'When it was last changed; null when it never was.',
  valid: 'Whether nothing is wrong.',
  version: 'Version.',
  warnings: 'What is allowed and probably not meant.',
};

/** Operations whose body has members of a schema and no name of its own. */
export const BODIES: Readonly<Record<string, string>> = {
  addBoard: 'BoardInstanceWrite',
  setOutput: 'OutputWrite',
  endOverride: 'OverrideWrite',
};

/** Members of bodies that are declared beside their route, by `operation.member`. */
export const BODY_MEMBERS: Readonly<Record<string, string>> = {
  'addBoard.id': 'Id of the new board; one is made unless given.',
  'bootInterface.revision': 'How many events there were when the answers were made.',
  'bootInterface.answers': 'The answers, by the address under `/api` that gives them.',
  'getRoot.name': 'Name of the service.',
  'getRoot.version': 'Version.',
  'getRoot.status': 'State of the service.',
  'endOverride.board_id': 'Id of the board; the primary board unless given.',
  'validateSchedules.board_id': 'The board whose rules are checked; the primary board unless given.',
};
