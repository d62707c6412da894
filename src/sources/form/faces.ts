import type { FaceName, ListInput, RowSpec, ValueInput } from './schema.ts';

type FaceValue = ValueInput & { readonly max_length: number };

/** What sources of one kind have in common: their values, their lists and their pages. */
export interface Face {
  readonly values: Readonly<Record<string, FaceValue>>;
  readonly lists: Readonly<
    Record<string, Omit<ListInput, 'values'> & { readonly values: Readonly<Record<string, FaceValue>> }>
  >;
  readonly flagship: readonly RowSpec[];
  readonly note: readonly RowSpec[];
}

const text = (max_length: number, description: string, formula?: string): FaceValue => ({
  max_length,
  description,
  ...(formula === undefined ? {} : { formula }),
});
const rows = (repeat: string, count: number, row: string): RowSpec => ({ repeat, count, row, from: 0 });

/** The first departure that is not cancelled. */
const NEXT = 'AT(FILTER(data.deps, NOT DEFAULT(item.off, FALSE)), 0)';

const departures: Face = {
  values: {
    stop: text(22, 'Name of the stop'),
    alert: text(66, 'A disturbance, or nothing', '""'),
    next_line: text(5, 'Line that leaves next', `PICK(${NEXT}, "line", "")`),
    next_to: text(13, 'Where it goes', `PICK(${NEXT}, "to", "")`),
    next_in: { ...text(3, 'Minutes until then, or NOW', `PICK(${NEXT}, "at", "")`), format: 'wait' },
  },
  lists: {
    deps: {
      label: 'to',
      description: 'Departures, the next one first',
      limit: 5,
      rows: 5,
      none: { to: 'NO DEPARTURES', to7: 'NONE' },
      where: 'DEFAULT(MINUTESTO(row.at), 0) >= DEFAULT(settings.walk_min, 0)',
      sort: 'EPOCH(row.at)',
      values: {
        line: text(4, 'Line'),
        to: text(13, 'Where it goes'),
        at: text(25, 'Real time of departure, else the planned one'),
        planned: text(25, 'Planned time of departure', 'row.at'),
        track: text(3, 'Track or platform', '""'),
        off: { ...text(3, 'Whether it is cancelled', 'FALSE'), type: 'boolean' },
        line3: text(3, 'Line, short', 'row.line'),
        to7: text(7, 'Where it goes, short', 'row.to'),
        in: text(3, 'Minutes until departure, NOW or OFF', 'IF(row.off, "OFF", WAIT(row.at))'),
        time: { ...text(6, 'Time of departure', 'row.at'), format: 'time' },
        late: text(
          3,
          'Minutes of delay, or nothing',
          'LET(m, DEFAULT(FLOOR((EPOCH(row.at) - EPOCH(row.planned)) / 60), 0), IF(m > 0, "+" & m, ""))',
        ),
      },
    },
  },
  flagship: ['{{stop}}', rows('deps', 5, '{{line}} {{to}} {{in}}')],
  note: [rows('deps', 3, '{{line3}} {{to7}} {{in}}')],
};

/** What is shown of prices; nothing where there are none. */
const ofPrices = (formula: string): string => `IF(COUNT(vars.slots) = 0, "", ${formula})`;
const priceValue = (max_length: number, description: string, formula: string): FaceValue => ({
  ...text(max_length, description, formula),
  type: 'number',
  digits: 1,
  default: '',
});

const price: Face = {
  values: {
    now: priceValue(6, 'Price now', 'vars.now'),
    unit: text(6, 'Unit', 'IF(ISBLANK(data.now), "", PICK(vars, "unit", "CT/KWH"))'),
    low: priceValue(5, 'Lowest price', ofPrices('MINOF(vars.slots, "price")')),
    high: priceValue(5, 'Highest price', ofPrices('MAXOF(vars.slots, "price")')),
    avg: priceValue(6, 'Mean price', ofPrices('AVGOF(vars.slots, "price")')),
    now_text: text(
      13,
      'Price now with its unit',
      'IF(ISBLANK(data.now), "NO PRICE", FIXED(data.now, 1) & " " & data.unit)',
    ),
    low_text: text(13, 'Lowest price, as a row', ofPrices('"LOW " & FIXED(data.low, 1) & " AT"')),
    high_text: text(14, 'Highest price, as a row', ofPrices('"HIGH " & FIXED(data.high, 1) & " AT"')),
    avg_text: text(14, 'Mean price, as a row', ofPrices('"AVERAGE " & FIXED(data.avg, 1)')),
    lo: text(2, 'LO, when there are prices', ofPrices('"LO"')),
    hi: text(2, 'HI, when there are prices', ofPrices('"HI"')),
    word: text(
      9,
      'Cheap, usual or expensive',
      'LET(now, data.now, lo, MINOF(vars.slots, "price"), hi, MAXOF(vars.slots, "price"), IFS(ISBLANK(now), "NO PRICE", now < 0, "NEGATIVE", now <= lo + (hi - lo) / 3, "CHEAP", now >= hi - (hi - lo) / 3, "EXPENSIVE", "USUAL"))',
    ),
    low_at: { ...text(6, 'When', 'AT(SORT(vars.slots, "price"), 0, "at")'), format: 'time' },
    high_at: { ...text(6, 'When', 'AT(SORT(vars.slots, "price", "desc"), 0, "at")'), format: 'time' },
  },
  lists: {
    hours: {
      label: 'at',
      description: 'Prices, the present one first',
      from: 'FILTER(vars.slots, MINUTESTO(item.at) > -60)',
      limit: 24,
      rows: 6,
      values: {
        at: { ...text(6, 'From when', 'item.at'), format: 'time' },
        price: { ...text(6, 'Price', 'item.price'), type: 'number', digits: 1 },
      },
    },
  },
  flagship: [
    'POWER NOW',
    '{{now}} {{unit}}',
    '{{word}}',
    '{{low_text}} {{low_at}}',
    '{{high_text}} {{high_at}}',
    '{{avg_text}}',
  ],
  note: ['{{now_text}}', '{{lo}} {{low_at}} {{low}}', '{{hi}} {{high_at}} {{high}}'],
};

const alert: Face = {
  values: {
    count: { ...text(2, 'How many there are'), type: 'number' },
    severity: text(8, 'How severe the first one is'),
    event: text(22, 'What it is'),
    area: text(22, 'Where', '""'),
    until: { ...text(6, 'Until when', '""'), format: 'time' },
    event15: text(15, 'What it is, short', 'data.event'),
    text: text(88, 'All about it', 'data.event'),
    title: text(20, 'Heading', 'IF(data.count > 0, data.severity & " WARNING", "NO WARNINGS")'),
    until_line: text(
      12,
      'UNTIL and the time',
      'IF(data.count > 0 AND NOT ISBLANK(data.until), "UNTIL " & data.until, "")',
    ),
    count_line: text(9, 'How many are active', 'IF(data.count > 0, data.count & " ACTIVE", "")'),
  },
  lists: {},
  flagship: ['{{level_color}} {{title}}', '{{event}}', '{{area}}', '{{until_line}}', '', '{{count_line}}'],
  note: ['{{title}}', '{{event15}}', '{{until_line}}'],
};

const scores: Face = {
  values: { league: text(22, 'League') },
  lists: {
    games: {
      label: 'home',
      description: 'Games of the day',
      limit: 5,
      rows: 5,
      none: { away: 'NO', score: 'GAMES' },
      values: {
        away: text(3, 'Guests, short'),
        as: text(3, 'Their points', '""'),
        home: text(3, 'Hosts, short'),
        hs: text(3, 'Their points', '""'),
        status: text(6, 'Time of the beginning, minute, or FT'),
        score: text(7, 'Both', 'IF(ISBLANK(row.as), "-", row.as & "-" & row.hs)'),
      },
    },
  },
  flagship: ['{{league}}', rows('games', 5, '{{away}} {{score}} {{home}} {{status}}')],
  note: ['{{games.0.away}} {{games.0.as}}', '{{games.0.home}} {{games.0.hs}}', '{{games.0.status}}'],
};

const count: Face = {
  values: {
    name: text(22, 'Name'),
    count: { ...text(11, 'Number'), type: 'number', format: 'grouped' },
    unit: text(12, 'What is counted', '""'),
    delta: text(14, 'Change', '""'),
    name15: text(15, 'Name, short', 'data.name'),
  },
  lists: {},
  flagship: ['{{name}}', '', '{{count}}', '{{unit}}', '', '{{delta}}'],
  note: ['{{name15}}', '{{count}}', '{{delta}}'],
};

const playing: Face = {
  values: {
    title: text(22, 'What is playing'),
    by: text(22, 'By whom', '""'),
    where: text(22, 'On what', '""'),
    pct: { ...text(3, 'How much of it is over, in percent', '""') },
    streams: { ...text(2, 'How many streams there are', '0'), type: 'number' },
    title15: text(15, 'What is playing, short', 'data.title'),
    by15: text(15, 'By whom, short', 'data.by'),
    progress: text(4, 'Percent', 'IF(ISBLANK(data.pct), "", data.pct & "%")'),
  },
  lists: {},
  flagship: ['NOW PLAYING', '', '{{title}}', '{{by}}', '{{where}}', '{{progress}}'],
  note: ['{{title15}}', '{{by15}}', '{{progress}}'],
};

const printer: Face = {
  values: {
    state: text(10, 'What it does'),
    file: text(22, 'What it prints', '""'),
    pct: { ...text(3, 'How much is done, in percent', '0'), type: 'number' },
    left: text(7, 'Time that is left', '""'),
    done_at: { ...text(6, 'When it is done', '""'), format: 'time' },
    nozzle: { ...text(3, 'Temperature of the nozzle'), type: 'number', unit: 'celsius' },
    bed: { ...text(3, 'Temperature of the bed'), type: 'number', unit: 'celsius' },
  },
  lists: {},
  flagship: [
    '{{state}}',
    '{{file}}',
    '{{pct}}% {{left}} LEFT',
    'READY AT {{done_at}}',
    'NOZZLE {{nozzle}}°',
    'BED {{bed}}°',
  ],
  note: ['{{state}} {{pct}}%', '{{left}} LEFT', 'NOZZLE {{nozzle}}'],
};

const figures: Face = {
  values: { title: text(22, 'Heading') },
  lists: {
    f: {
      label: 'label',
      description: 'Figures',
      limit: 5,
      rows: 5,
      values: {
        label: text(13, 'What it is', 'item.label'),
        value: { ...text(8, 'Its value', 'item.value'), align: 'right' },
        label8: text(8, 'What it is, short', 'row.label'),
        value6: { ...text(6, 'Its value, short', 'row.value'), align: 'right' },
      },
    },
  },
  flagship: ['{{title}}', rows('f', 5, '{{label}} {{value}}')],
  note: [rows('f', 3, '{{label8}} {{value6}}')],
};

const list: Face = {
  values: { title: text(22, 'Heading') },
  lists: {
    list: {
      label: 'a',
      description: 'Entries',
      limit: 5,
      rows: 5,
      none: { a: 'NOTHING' },
      values: {
        a: text(16, 'What it is'),
        b: text(5, 'Its value'),
        a9: text(9, 'What it is, short', 'row.a'),
      },
    },
  },
  flagship: ['{{title}}', rows('list', 5, '{{a}} {{b}}')],
  note: [rows('list', 3, '{{a9}} {{b}}')],
};

const words: Face = {
  values: {
    text: text(110, 'Text'),
    by: text(22, 'By whom', '""'),
    text45: text(45, 'Text for a small board', 'data.text'),
  },
  lists: {},
  flagship: ['{{text|wrap}}', '', '', '', '', '{{by}}'],
  note: ['{{text45|wrap}}', '', ''],
};

/** The shared faces by name. */
export const FACES: Readonly<Record<FaceName, Face>> = {
  departures,
  price,
  alert,
  scores,
  count,
  playing,
  printer,
  figures,
  list,
  text: words,
};
