import { ATTACKS } from '../attack/attacks.ts';
import type { Attack } from '../attack/http-attacks.ts';
import { startTarget, witness } from '../attack/target.ts';
import type { Row } from './service.ts';

/** How long each attack holds its connections, in ms. */
const HELD_MS = Number(process.env['ATTACK_MS'] ?? 3000);

const measure = async ({ name, run: attack }: Attack): Promise<Row[]> => {
  const target = await startTarget();
  const { failures, p99 } = await witness(target, () => attack(target.port, HELD_MS));
  const rows: Row[] = [
    { name: `${name}: memory`, value: target.isAlive() ? target.peakMiB() : Number.NaN, unit: 'MiB', target: 160 },
    { name: `${name}: health from another address, p99`, value: p99, unit: 'ms', target: 100 },
    { name: `${name}: requests from there that failed`, value: failures, unit: '', target: 0 },
  ];
  await target.stop();
  return rows;
};

/** What each attack costs the built service, each against a process of its own. */
export const run = async (): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const attack of ATTACKS) rows.push(...(await measure(attack)));
  return rows;
};
