import { weekdayOfNumber } from '../../../core/time/day.ts';
import { todayOf } from './calendar-days.ts';
import { choiceSetting, itemVariable, textVariable, integerSetting } from '../../contract/declare.ts';
import { centerRows, spreadLine } from '../../contract/lines.ts';
import { clockPlugin } from '../../contract/clock-plugin.ts';
import type { PluginMoment } from '../../contract/plugin.ts';

interface Turn {
  readonly chore: string;
  readonly person: string;
}

/** How many days, or weeks that begin on Monday, a day is after the first Monday of the count. */
const roundOf = (day: number, rotation: unknown): number =>
  rotation === 'daily' ? day : Math.floor((day - weekdayOfNumber(day)) / 7);

const turnsOf = (moment: PluginMoment): Turn[] => {
  const { config } = moment;
  const [chores, people] = [config['chores'] as string[], config['people'] as string[]];
  const round = roundOf(todayOf(moment), config['rotation']) + Number(config['shift']);
  return chores.map((chore, index) => ({ chore, person: people[(index + round) % people.length] ?? '' }));
};

/** Chores that go round. */
export const chores = clockPlugin({
  id: 'chores',
  name: 'Chores',
  description: 'Whose turn it is: chores that go round among people by the week or by the day',
  icon: 'users',
  category: 'home',
  settings: {
    chores: {
      type: 'array',
      title: 'Chores',
      items: { type: 'string', minLength: 1, maxLength: 22 },
      minItems: 1,
      maxItems: 12,
      default: ['DISHES', 'LAUNDRY', 'VACUUM', 'PLANTS'],
      'ui:widget': 'array-input',
    },
    people: {
      type: 'array',
      title: 'People',
      items: { type: 'string', minLength: 1, maxLength: 15 },
      minItems: 1,
      maxItems: 12,
      default: ['ANN', 'BEN', 'CLEO'],
      'ui:widget': 'array-input',
    },
    rotation: choiceSetting('Changes', ['weekly', 'daily'], ['Every Monday', 'Every day']),
    shift: integerSetting(
      'Shift',
      [0, 11],
      0,
      'Moves the turns on by so many people, so that the rota begins with the right one',
    ),
  },
  variables: {
    groups: { first: { label: 'First chore' } },
    simple: {
      chore: textVariable('The first chore', 22, 'first', 'DISHES'),
      person: textVariable('Whose turn it is', 15, 'first', 'ANN'),
    },
    arrays: {
      turns: {
        label_field: 'chore',
        item_fields: {
          chore: itemVariable('The chore', 22),
          person: itemVariable('Whose turn it is', 15),
        },
      },
    },
  },
  values: (moment) => {
    const turns = turnsOf(moment);
    return { chore: turns[0]?.chore ?? '', person: turns[0]?.person ?? '', turns };
  },
  format: ({ board, ...moment }) =>
    centerRows(
      turnsOf(moment).map(({ chore, person }) => spreadLine(chore, person, board.cols)),
      board.rows,
    ),
});
