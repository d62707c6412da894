import { COLOR_CODES } from '../../../core/flaps/flaps.ts';
import { createRandom, seedOf } from '../../../core/random.ts';
import { refreshSetting } from '../../../sources/form/settings.ts';
import { demoPages, textVariable, tileVariable } from '../../contract/declare.ts';
import { centerBlock } from '../../contract/lines.ts';
import { clockPlugin } from '../../contract/clock-plugin.ts';

const COLORS = ['red', 'orange', 'yellow', 'green', 'blue', 'violet', 'white'];

/** Draws that stay the same until the next one is due, whoever looks, also over a restart. */
export const random = clockPlugin({
  id: 'random',
  name: 'Random',
  description: 'One of your choices, a coin and a colour, drawn anew every minute or less often',
  icon: 'dices',
  category: 'entertainment',
  zoned: false,
  settings: {
    choices: {
      type: 'array',
      title: 'Choices',
      items: { type: 'string', minLength: 1, maxLength: 32 },
      minItems: 2,
      maxItems: 10,
      default: ['YES', 'NO'],
      'ui:widget': 'array-input',
    },
    refresh_seconds: refreshSetting(60, 60),
  },
  variables: {
    groups: { draw: { label: 'Draw' } },
    simple: {
      choice: textVariable('One of the choices', 32, 'draw', 'YES'),
      coin_flip: textVariable('Heads or tails', 5, 'draw', 'HEADS'),
      color: tileVariable('A colour', 'draw'),
      color_name: textVariable('The name of that colour', 6, 'draw', 'GREEN'),
    },
  },
  demo: demoPages(
    'Random',
    ['', 'THE ANSWER IS', '', '{{random.color}} {{random.choice}} {{random.color}}', '', ''],
    ['THE ANSWER IS', '{{random.choice}}', '{{random.color}}'],
  ),
  values: ({ config, now }) => {
    const choices = config['choices'] as string[];
    const draw = createRandom(
      seedOf(`${JSON.stringify(choices)} ${Math.floor(now / (Number(config['refresh_seconds']) * 1000))}`),
    );
    const pick = (list: readonly string[]): string => list[Math.floor(draw() * list.length)] ?? '';
    const [choice, coin_flip, color] = [pick(choices), pick(['HEADS', 'TAILS']), pick(COLORS)];
    return { choice, coin_flip, color: `{${COLOR_CODES[color]}}`, color_name: color.toUpperCase() };
  },
  format: ({ data, board }) => centerBlock([`${data['color']} ${data['choice']} ${data['color']}`], board),
});
