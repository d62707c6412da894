import dns, { type LookupAddress, type LookupAllOptions, type LookupOptions } from 'node:dns';
import { isIP } from 'node:net';

type Answer = (error: NodeJS.ErrnoException | null, address?: string | LookupAddress[], family?: number) => void;

/** How the look-up of names goes. */
export interface Names {
  /** `fail`: at once; `hang`: never an answer; `work`: every name is this machine. Literal addresses always work. */
  way: 'fail' | 'hang' | 'work';
  /** How many names were asked for. */
  asked: number;
}

const refusal = (name: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND', hostname: name });

const literal = (name: string): { address: string; family: number } | null => {
  if (name === 'localhost') return { address: '127.0.0.1', family: 4 };
  return isIP(name) === 0 ? null : { address: name, family: isIP(name) };
};

/** Takes the place of the system's look-up of names in this process, until the answered function is called. */
export const replaceNames = (names: Names): (() => void) => {
  const [lookup, promised] = [dns.lookup, dns.promises.lookup];
  const find = (
    name: string,
    done: (error: NodeJS.ErrnoException | null, found?: { address: string; family: number }) => void,
  ): void => {
    const known = literal(name);
    // Never within the call, as the system's look-up does not answer within it either.
    const found = known ?? (names.way === 'work' ? { address: '127.0.0.1', family: 4 } : null);
    if (!known) names.asked++;
    if (found) setImmediate(() => done(null, found));
    else if (names.way === 'fail') setImmediate(() => done(refusal(name)));
  };
  const replaced = (name: string, options: LookupOptions | Answer | number, callback?: Answer): void => {
    const answer = typeof options === 'function' ? options : callback;
    const all = typeof options === 'object' && options.all === true;
    find(name, (error, found) => {
      if (error || !found) answer?.(error);
      else if (all) answer?.(null, [found]);
      else answer?.(null, found.address, found.family);
    });
  };
  const replacedPromise = (name: string, options?: LookupAllOptions | LookupOptions) =>
    new Promise((resolve, reject) =>
      find(name, (error, found) =>
        error || !found ? reject(error) : resolve(options?.all === true ? [found] : found),
      ),
    );
  Object.assign(dns, { lookup: replaced });
  Object.assign(dns.promises, { lookup: replacedPromise });
  return () => {
    Object.assign(dns, { lookup });
    Object.assign(dns.promises, { lookup: promised });
  };
};

/** No name is found in any network, as where there is none. */
export const stopNames = (): (() => void) => replaceNames({ way: 'fail', asked: 0 });
