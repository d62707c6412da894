import { Stroke } from '../kit/button.tsx';

const PUZZLE =
  'M9.5 6V5a2 2 0 1 1 4 0v1H18v4.5h1a2 2 0 1 1 0 4h-1V19h-4.5v-1a2 2 0 1 0-4 0v1H5v-4.5h1a2 2 0 1 0 0-4H5V6z';

/** Outlines by the names that manifests use, on 24 units. */
const PATHS: Readonly<Record<string, string>> = {
  braces:
    'M9 4H8a2 2 0 0 0-2 2v4a2 2 0 0 1-2 2 2 2 0 0 1 2 2v4a2 2 0 0 0 2 2h1M15 4h1a2 2 0 0 1 2 2v4a2 2 0 0 ' +
    '0 2 2 2 2 0 0 0-2 2v4a2 2 0 0 1-2 2h-1',
  calendar: 'M6 6h12a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zM5 11h14M9 4v4M15 4v4',
  cherry:
    'M7.5 20a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM16.5 18a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8 14c1-5 4-8.5 9-10-1.5 2.5-1.5 5-.5 8',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4.5l3 2',
  'cloud-sun':
    'M11 2.5v2M4.6 5.1l1.4 1.4M2 11.5h2M17.4 5.1L16 6.5M15.2 10.8a4.2 4.2 0 1 0-7.7 2.1M8.5 20.5h8a3.5 ' +
    '3.5 0 0 0 .6-6.95A5 5 0 0 0 7.6 14.6a3 3 0 0 0 .9 5.9z',
  cpu:
    'M8 6h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zM10 10h4v4h-4zM9.5 3v3M14.5 ' +
    '3v3M9.5 18v3M14.5 18v3M3 9.5h3M3 14.5h3M18 9.5h3M18 14.5h3',
  dices:
    'M7 5h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM9 9h.01M15 9h.01M12 ' +
    '12h.01M9 15h.01M15 15h.01',
  house: 'M4 11.5L12 5l8 6.5M6 10v9h4.5v-5h3v5H18v-9',
  keyboard:
    'M5 6h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zM7 10h.01M10.3 10h.01M13.7 ' +
    '10h.01M17 10h.01M8 14h8',
  'move-right': 'M3 12h18M16.5 7.5L21 12l-4.5 4.5',
  puzzle: PUZZLE,
  quote: 'M10 8H5v6h5V8zM10 14c0 2.5-1 4-3.5 4.5M19 8h-5v6h5V8zM19 14c0 2.5-1 4-3.5 4.5',
  radio: 'M5.6 5.6a9 9 0 0 0 0 12.8M8.5 8.5a5 5 0 0 0 0 7M15.5 8.5a5 5 0 0 1 0 7M18.4 5.6a9 9 0 0 1 0 12.8M12 12h.01',
  rss: 'M5 11a8 8 0 0 1 8 8M5 5a14 14 0 0 1 14 14M6 18h.01',
  sparkles: 'M12 4l1.8 5.2L19 11l-5.2 1.8L12 18l-1.8-5.2L5 11l5.2-1.8zM19 3v4M17 5h4M5 17v4M3 19h4',
  sunrise: 'M12 3v6M9 6l3-3 3 3M5 10.5L6.5 12M19 10.5L17.5 12M2 17h4M18 17h4M16 17a4 4 0 0 0-8 0M7 21h10',
  timer: 'M9.5 3h5M12 6.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM12 14l3-3',
  'trending-up': 'M3 17l6-6 4 4 8-8M15.5 7H21v5.5',
  webhook: 'M15.5 9.5a4 4 0 1 0-5.6 2.3L7 17M7 13a4 4 0 1 0 4 4h6.5M12 8.5l3.3 5.3A4 4 0 1 1 14.5 20',
  wifi: 'M3 9.5a13 13 0 0 1 18 0M6.3 13a8.3 8.3 0 0 1 11.4 0M9.5 16.3a3.8 3.8 0 0 1 5 0M12 19.5h.01',
};

/** The picture of a plugin; a piece of a puzzle for names that are not known. */
export const Icon = ({ name }: { name: string | null }) => (
  <Stroke class="plugin-icon" path={PATHS[name ?? ''] ?? PUZZLE} width={1.75} />
);
