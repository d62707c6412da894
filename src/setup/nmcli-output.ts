import type { SeenNetwork, Security } from './network.ts';

/** The fields of a line of `nmcli -t`: divided by colons, in which `\` takes away what a sign means. */
export const fieldsOf = (line: string): string[] => {
  const fields = [''];
  for (const [, escaped, sign] of line.matchAll(/\\(.)|([^\\])/gsu)) {
    if (sign === ':') fields.push('');
    else fields[fields.length - 1] += escaped ?? sign ?? '';
  }
  return fields;
};

/** The lines of an output that say something. */
export const linesOf = (output: string): string[] => output.split('\n').filter((line) => line !== '');

/** `NAME:VALUE` lines as a map; of `NAME[1]`, `NAME[2]` … the first counts, as `NAME`. */
export const valuesOf = (output: string): ReadonlyMap<string, string> => {
  const values = new Map<string, string>();
  for (const line of linesOf(output)) {
    const at = line.indexOf(':');
    const name = line.slice(0, at).replace(/\[\d+\]$/, '');
    if (!values.has(name)) values.set(name, line.slice(at + 1).replace(/\\(.)/g, '$1'));
  }
  return values;
};

/** What NetworkManager's words for the security of a network mean: `WPA1 WPA2`, `WPA2 802.1X`, `OWE`, nothing. */
export const securityOf = (words: string): Security => {
  if (words.includes('802.1X')) return 'enterprise';
  if (/\bWPA[12]?\b/.test(words)) return 'wpa';
  if (words.includes('WPA3')) return 'wpa3';
  return words.includes('WEP') ? 'wep' : 'open';
};

const rank = (seen: SeenNetwork): number => (seen.in_use ? 1000 : 0) + seen.signal;

/**
 * Networks of the output of `-f SSID,SIGNAL,SECURITY,IN-USE device wifi list`, each name once as it is received best,
 * the strongest first.
 */
export const readScan = (output: string): SeenNetwork[] => {
  const best = new Map<string, SeenNetwork>();
  for (const [ssid = '', signal, words = '', mark] of linesOf(output).map(fieldsOf)) {
    if (ssid === '' || !/^\d+$/.test(signal ?? '')) continue;
    const seen: SeenNetwork = {
      ssid,
      signal: Math.min(100, Number(signal)),
      security: securityOf(words),
      label: words === '' ? 'open' : words,
      in_use: mark === '*',
    };
    const known = best.get(ssid);
    if (!known || rank(known) < rank(seen)) best.set(ssid, seen);
  }
  return [...best.values()].sort((a, b) => b.signal - a.signal);
};
