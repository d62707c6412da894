import { liveAround } from './weeks.ts';

liveAround(
  'autumn',
  { from: '2025-10-23T12:00:00Z', to: '2025-10-30T12:00:00Z' },
  { from: '2025-10-25T20:00:00Z', to: '2025-10-26T08:00:00Z' },
);
