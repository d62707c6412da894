import { dayAt } from '../../../core/time/day.ts';
import { ordinalDay } from '../calendar-words.ts';
import { demoPages, numberVariable, textVariable } from '../../contract/declare.ts';
import { centerBlock } from '../../contract/lines.ts';
import { clockPlugin } from '../../contract/clock-plugin.ts';
import { ELEMENTS, GROUPS } from './element-table.ts';

/** The element of the day: in order of the numbers, from 1 January on. */
export const elementOfDay = clockPlugin({
  id: 'element_of_day',
  name: 'Element of the day',
  description: 'Another chemical element every day: name, symbol, number, weight and group',
  icon: 'flask',
  category: 'entertainment',
  variables: {
    groups: { element: { label: 'Element' } },
    simple: {
      element_name: textVariable('Name', 13, 'element', 'RADIUM'),
      symbol: textVariable('Symbol', 2, 'element', 'Ra'),
      atomic_number: numberVariable('Atomic number', 3, 'element', 88),
      atomic_weight: textVariable('Standard atomic weight', 6, 'element', '226'),
      category: textVariable('Group', 16, 'element', 'ALKALINE EARTH'),
    },
  },
  demo: demoPages(
    'Element of the day',
    [
      'ELEMENT OF THE DAY',
      '',
      '{{element_of_day.element_name}} ({{element_of_day.symbol}})',
      'NUMBER {{element_of_day.atomic_number}}',
      'WEIGHT {{element_of_day.atomic_weight}}',
      '{{element_of_day.category}}',
    ],
    [
      '{{element_of_day.element_name}}',
      '{{element_of_day.symbol}} NO {{element_of_day.atomic_number}}',
      '{{element_of_day.atomic_weight}}',
    ],
  ),
  values: (moment) => {
    const index = (ordinalDay(dayAt(moment.now, moment.zone)) - 1) % ELEMENTS.length;
    const [symbol = '', name = '', weight = '', group = ''] = (ELEMENTS[index] ?? '').split(' ');
    return {
      element_name: name.toUpperCase(),
      symbol,
      atomic_number: index + 1,
      atomic_weight: weight,
      category: GROUPS[group] ?? '',
    };
  },
  format: ({ data, board }) => {
    const [name, symbol, number, weight] = [
      data['element_name'],
      data['symbol'],
      data['atomic_number'],
      data['atomic_weight'],
    ].map(String);
    return centerBlock(
      board.rows < 5
        ? [`${name}`, `${symbol} NO ${number}`, `${weight}`]
        : [`${name} (${symbol})`, `NUMBER ${number}`, `WEIGHT ${weight}`, String(data['category'])],
      board,
    );
  },
});
