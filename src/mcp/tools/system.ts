import * as v from 'valibot';
import { StatusSchema } from '../../schema/appliance/system.ts';
import type { McpServices } from '../services.ts';
import { READS, tool, type Tool } from '../tool.ts';
import { bullets } from '../wording.ts';

const describeRuntime = (id: string, board: v.InferOutput<typeof StatusSchema>['boards'][string]): string => {
  const facts = [
    board.paused ? 'paused' : null,
    board.error === null ? 'no error' : `error: ${board.error}`,
    board.drifted ? 'shows something else than was sent' : null,
  ];
  const written = board.last_sent_at === null ? '' : `, last written ${board.last_sent_at}`;
  return `board ${id}: ${facts.filter((fact) => fact !== null).join(', ')}${written}`;
};

/** How the appliance is. */
export const systemTools = ({ system }: McpServices): Tool[] => [
  tool({
    name: 'get_status',
    title: 'Status of the appliance',
    description:
      'Whether the display loop runs, the configuration in short, and why a board does not show what it should.',
    hints: READS,
    input: v.object({}),
    output: StatusSchema,
    run: () => system.status(),
    format: ({ running, config_summary, boards }) => {
      const config = Object.entries(config_summary).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
      const states = Object.entries(boards).map(([id, board]) => describeRuntime(id, board));
      return `The display loop ${running ? 'runs' : 'is stopped'}.\n${bullets([...states, ...config], '')}`;
    },
  }),
];
