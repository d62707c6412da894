import { createRandom, orderOfRound } from '../../../core/random.ts';
import { refreshSetting } from '../../../sources/form/settings.ts';
import { demoPages, textVariable } from '../../contract/declare.ts';
import { centerBlock } from '../../contract/lines.ts';
import { clockPlugin } from '../../contract/clock-plugin.ts';
import { QUOTES, type Quote } from './quote-collection.ts';

const LONGEST = 120;

/** The quote of a step: each round is another order of all, and no quote follows itself. */
const quoteAt = (quotes: readonly Quote[], step: number): Quote | undefined => {
  const order = orderOfRound(quotes.length, Math.floor(step / quotes.length), createRandom);
  return quotes[order[step % quotes.length] ?? 0];
};

/** Quotes in turn. */
export const quotes = clockPlugin({
  id: 'quotes',
  name: 'Quotes',
  description: 'A line of Shakespeare, a proverb or one of your own, another one every hour',
  icon: 'quote',
  category: 'entertainment',
  zoned: false,
  documentation: 'Own quotes replace the collection. Every quote is shown once before any is repeated.',
  settings: {
    quotes: {
      type: 'array',
      title: 'Own quotes',
      maxItems: 500,
      items: {
        type: 'object',
        required: ['text'],
        properties: { text: { type: 'string', maxLength: LONGEST }, author: { type: 'string', maxLength: 22 } },
      },
    },
    refresh_seconds: refreshSetting(3600, 10),
  },
  variables: {
    groups: { quote: { label: 'Quote' } },
    simple: {
      quote: textVariable('The quote', LONGEST, 'quote', 'WELL BEGUN IS HALF DONE.'),
      author: textVariable('Who said it', 22, 'quote', 'PROVERB'),
    },
  },
  demo: demoPages(
    'Quote',
    ['{{quotes.quote|wrap}}', '', '', '', '', '{{quotes.author}}'],
    ['{{quotes.quote|wrap}}', '', ''],
  ),
  values: ({ config, now }) => {
    const own = (config['quotes'] ?? []) as Quote[];
    const chosen = quoteAt(own.length > 0 ? own : QUOTES, Math.floor(now / (Number(config['refresh_seconds']) * 1000)));
    return { quote: chosen?.text ?? '', author: chosen?.author ?? '' };
  },
  format: ({ data, board }) => {
    const [quote, author] = [String(data['quote']), String(data['author'])];
    const whole = centerBlock([quote, ...(author === '' ? [] : [`- ${author}`])], board);
    return whole.length <= board.rows && author !== '' && whole.at(-1)?.includes(author)
      ? whole
      : centerBlock([quote], board);
  },
});
