import * as v from 'valibot';
import { isZone } from '../core/time/zone.ts';
import { SsidSchema } from '../schema/appliance/network.ts';
import type { JoinRequest, SeenNetwork } from './network.ts';
import type { Place } from './place.ts';
import { isPassword } from './pre-shared-key.ts';
import type { SetUpView } from './set-up.ts';

/** What was typed into the page, as it was sent. */
export interface TypedForm {
  readonly ssid: string;
  readonly other: string;
  /** What `other` held when the page was sent. */
  readonly was: string;
  readonly password: string;
  readonly country: string;
  readonly timezone: string;
}

/** A form that can be carried out, or what is to be corrected, in a sentence. */
export type Choice =
  | { readonly ok: true; readonly request: JoinRequest; readonly place: Place }
  | { readonly ok: false; readonly problem: string };

const LONGEST = 200;

/** The fields of a form; what is missing is empty, what is far too long is cut. */
export const readForm = (body: string): TypedForm => {
  const fields = new URLSearchParams(body);
  const text = (name: string): string => (fields.get(name) ?? '').slice(0, LONGEST);
  return {
    ssid: text('ssid'),
    other: text('other'),
    was: text('was'),
    password: text('password'),
    country: text('country').trim().toUpperCase(),
    timezone: text('timezone').trim(),
  };
};

/** The network that a form means: a name that was typed counts more than the row that happens to be chosen. */
export const namedIn = ({ ssid, other, was }: TypedForm): string =>
  ssid === '' || (other !== '' && other !== was) ? other : ssid;

const refuse = (problem: string): Choice => ({ ok: false, problem });

/**
 * Why a network cannot be joined with a password; null when it can. An empty password is right for open and for stored
 * networks.
 */
export const passwordProblem = (
  ssid: string,
  password: string,
  security: SeenNetwork['security'],
  isKnown: boolean,
): string | null => {
  if (security === 'enterprise')
    return `“${ssid}” asks for a user name as well (WPA Enterprise), which flapbox cannot do. Take another network.`;
  if (security === 'wep')
    return `“${ssid}” is protected by WEP, which is no longer safe and not supported. Switch the router to WPA2.`;
  if (security === 'open') return null;
  if (password === '') return isKnown ? null : `“${ssid}” needs its password.`;
  if (!isPassword(password)) return 'A Wi-Fi password has 8 to 63 letters, digits and signs. This one cannot be right.';
  return null;
};

/** The security of a network by what was seen of it; one that was not seen is open when no password was typed. */
export const securityFor = (
  seen: SeenNetwork | undefined,
  password: string,
  isKnown: boolean,
): SeenNetwork['security'] => seen?.security ?? (password === '' && !isKnown ? 'open' : 'wpa');

/** What a form asks for. */
export const choose = (form: TypedForm, { networks, known }: Pick<SetUpView, 'networks' | 'known'>): Choice => {
  const ssid = namedIn(form);
  if (ssid === '') return refuse('Choose your network, or type its name.');
  if (!v.is(SsidSchema, ssid)) return refuse('The name of a Wi-Fi network has at most 32 letters.');
  if (form.country !== '' && !/^[A-Z]{2}$/.test(form.country))
    return refuse('The country is two letters, as DE or US.');
  if (form.timezone !== '' && !isZone(form.timezone)) return refuse('The time zone is a name like Europe/Berlin.');
  const seen = networks.find((one) => one.ssid === ssid);
  const isKnown = known.includes(ssid);
  const security = securityFor(seen, form.password, isKnown);
  const problem = passwordProblem(ssid, form.password, security, isKnown);
  if (problem !== null) return refuse(problem);
  const password = security === 'open' || form.password === '' ? null : form.password;
  return {
    ok: true,
    request: { ssid, password, hidden: seen === undefined, security },
    place: { country: form.country, timezone: form.timezone },
  };
};
