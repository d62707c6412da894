/** What the header `User-Agent` of a device has, and what people call it; the first that fits counts. */
const DEVICES: readonly (readonly [RegExp, string])[] = [
  [/Tizen|SMART-TV; /i, 'Samsung TV'],
  [/Web0S|webOS/i, 'LG TV'],
  [/VIDAA|Hisense/i, 'Hisense TV'],
  [/BRAVIA/i, 'Sony TV'],
  [/\bAFT\w+/, 'Fire TV'],
  [/CrKey/, 'Chromecast'],
  [/iPad/, 'iPad'],
  [/iPhone/, 'iPhone'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
];
const BROWSERS = /\b(Edg|Firefox|Chrome|Version)\/(\d+)/;
const NAMES: Readonly<Record<string, string>> = { Edg: 'Edge', Version: 'Safari' };
const LONGEST = 60;

/**
 * A device by its header `User-Agent`, in a few words: `LG TV, Chrome 53`; at most 60 characters, empty without one.
 */
export const deviceOf = (userAgent: string | undefined): string => {
  const text = (userAgent ?? '').replace(/[^\x20-\x7e]/g, '');
  const device = DEVICES.find(([pattern]) => pattern.test(text))?.[1];
  const [, browser, version] = BROWSERS.exec(text) ?? [];
  const known = [device, browser && `${NAMES[browser] ?? browser} ${version}`].filter(Boolean).join(', ');
  return (known || text).slice(0, LONGEST);
};
