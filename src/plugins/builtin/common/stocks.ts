import { encodeText } from '../../../core/encode.ts';
import type { JsonObject } from '../../../schema/common.ts';
import { baseUrlSetting, refreshSetting } from '../../../sources/form/settings.ts';
import {
  addressUnder,
  cutText,
  demoPages,
  itemVariable,
  numberVariable,
  textVariable,
  colorsByValue,
} from '../../contract/declare.ts';
import { valueAt } from '../../../documents/json/json-path.ts';
import { centerRows, spreadLine } from '../../contract/lines.ts';
import { defineManifest } from '../../contract/manifest.ts';
import type { DataPlugin, FetchRequest } from '../../contract/plugin.ts';

const MOST_SYMBOLS = 10;

const manifest = defineManifest({
  id: 'stocks',
  name: 'Stocks',
  description: 'Prices of shares, funds and currencies, without an account',
  icon: 'trending-up',
  category: 'data',
  documentation:
    'Symbols as Yahoo Finance writes them: `AAPL`, `SAP.DE`, `EURUSD=X`, `BTC-USD`. The first one is the ' +
    'plain variables, all of them are the list `stocks`.',
  required: ['symbols'],
  settings: {
    symbols: {
      type: 'array',
      title: 'Symbols',
      minItems: 1,
      maxItems: MOST_SYMBOLS,
      items: { type: 'string', pattern: '^[A-Za-z0-9.^=-]{1,15}$' },
      'ui:widget': 'array-input',
    },
    refresh_seconds: refreshSetting(300, 10),
    base_url: baseUrlSetting('https://query1.finance.yahoo.com'),
  },
  variables: {
    groups: { price: { label: 'Price' }, company: { label: 'Company' } },
    simple: {
      symbol: textVariable('Symbol', 15, 'company', 'AAPL'),
      company_name: textVariable('Name of the company', 20, 'company', 'Apple Inc.'),
      current_price: textVariable('Price, two decimals', 10, 'price', '189.84'),
      previous_price: textVariable('Closing price of the day before', 10, 'price', '187.15'),
      change_percent: textVariable('Change in percent, with its sign', 7, 'price', '+1.4%'),
      change_direction: textVariable('up, down or flat', 4, 'price', 'up'),
      currency: textVariable('Currency', 3, 'price', 'USD'),
      formatted: textVariable('Symbol, price and change', 22, 'price', 'AAPL 189.84 +1.4%'),
      symbol_count: numberVariable('How many symbols have a price', 2, 'company', 1),
    },
    arrays: {
      stocks: {
        label_field: 'symbol',
        item_fields: {
          symbol: itemVariable('Symbol', 15),
          company_name: itemVariable('Name', 20),
          current_price: itemVariable('Price', 10),
          change_percent: itemVariable('Change', 7),
          change_direction: itemVariable('up, down or flat', 4),
          formatted: itemVariable('In one line', 22),
        },
      },
    },
  },
  color_rules_schema: { change_direction: colorsByValue({ up: 'green', down: 'red' }) },
  demo: demoPages(
    'Stocks',
    [
      '',
      '{{stocks.company_name}}',
      '',
      '{{stocks.current_price}} {{stocks.currency}}',
      '{{stocks.change_direction_color}} {{stocks.change_percent}}',
      '',
    ],
    ['{{stocks.symbol}}', '{{stocks.current_price}}', '{{stocks.change_direction_color}} {{stocks.change_percent}}'],
  ),
});

const UNKNOWN = { previous_price: null, change_percent: null, change_direction: null };

/** What became of a price since the day before; nothing where that is not known. */
const changeSince = (before: unknown, price: number) => {
  if (typeof before !== 'number') return UNKNOWN;
  const change = (price / before - 1) * 100;
  return {
    previous_price: before.toFixed(2),
    change_percent: before === 0 ? null : `${change < 0 ? '' : '+'}${change.toFixed(1)}%`,
    change_direction: price > before ? 'up' : price < before ? 'down' : 'flat',
  };
};

const toStock = (symbol: string, answer: unknown): JsonObject | null => {
  const meta = valueAt(answer, 'chart.result[0].meta');
  const price = valueAt(meta, 'regularMarketPrice');
  if (typeof price !== 'number') return null;
  const { previous_price, change_percent, change_direction } = changeSince(
    valueAt(meta, 'chartPreviousClose') ?? valueAt(meta, 'previousClose'),
    price,
  );
  const current_price = price.toFixed(2);
  return {
    symbol: symbol.toUpperCase(),
    company_name: cutText(valueAt(meta, 'shortName') ?? valueAt(meta, 'longName') ?? symbol, 20),
    current_price,
    previous_price,
    change_percent,
    change_direction,
    currency: cutText(valueAt(meta, 'currency') ?? '', 3),
    formatted: `${symbol.toUpperCase()} ${current_price} ${change_percent ?? ''}`.trim().slice(0, 22),
  };
};

const fetchStock = async (
  symbol: string,
  { config, net, signal }: FetchRequest,
): Promise<{ stock: JsonObject } | { error: string }> => {
  const answer = await net.json(
    addressUnder(config['base_url'], `/v8/finance/chart/${encodeText(symbol.toUpperCase())}?range=1d&interval=1d`),
    { signal },
  );
  if ('error' in answer) return { error: answer.status === 404 ? `${symbol} is unknown` : answer.error };
  const stock = toStock(symbol, answer.value);
  return stock ? { stock } : { error: `the answer holds no price of ${symbol}` };
};

/** Prices of securities. Symbols that cannot be read are left out as long as one can. */
export const stocks: DataPlugin = {
  manifest,
  fetchData: async (request) => {
    const symbols = request.config['symbols'] as string[];
    const answers = await Promise.all(symbols.map((symbol) => fetchStock(symbol, request)));
    const found = answers.flatMap((answer) => ('stock' in answer ? [answer.stock] : []));
    const problem = answers.find((answer) => 'error' in answer);
    if (found.length === 0) return { available: false, error: problem?.error ?? 'no prices' };
    return { available: true, data: { ...found[0], symbol_count: found.length, stocks: found } };
  },
  format: ({ data, board }) =>
    centerRows(
      (data['stocks'] as JsonObject[]).map((stock) =>
        spreadLine(
          String(stock['symbol']),
          `${String(stock['current_price'])}${board.cols < 20 ? '' : ` ${String(stock['change_percent'] ?? '-')}`}`,
          board.cols,
        ),
      ),
      board.rows,
    ),
};
