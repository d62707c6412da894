import { liveAround } from './weeks.ts';

liveAround(
  'spring',
  { from: '2025-03-27T12:00:00Z', to: '2025-04-03T12:00:00Z' },
  { from: '2025-03-29T20:00:00Z', to: '2025-03-30T08:00:00Z' },
);
