import { encodeText } from '../core/encode.ts';
import { plainText } from '../documents/sieve/kept-members.ts';
import type { Sieve, SieveRule } from '../documents/sieve-document.ts';
import type { RenderContext } from '../core/template/context.ts';
import { isRecord } from '../core/record.ts';
import { asValue, type Value } from '../core/template/formula/coerce.ts';
import { isError } from '../core/template/formula/errors.ts';
import type { AskedLookup, OnlySpec, RequestSpec } from './form/schema.ts';
import type { FormulaNames, Scope } from './scope.ts';
import { compileTemplate, writeValue, type TextTemplate } from './compiling/text-template.ts';
import { writeJson } from './write-json.ts';

/** A request as it is sent. */
export interface PlannedRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** What is kept of its answer while it is read; all unless given. */
  readonly sieve?: Omit<Sieve, 'contentType'>;
}

/** What says how a request is made. */
export type RequestForm = Pick<
  RequestSpec | AskedLookup,
  'url' | 'query' | 'headers' | 'method' | 'body' | 'auth' | 'answer' | 'csv' | 'only'
>;

/** The request that is sent with what is known. */
export type RequestPlan = (scope: Scope, context: RenderContext) => PlannedRequest;

type Fields = readonly (readonly [name: string, value: TextTemplate])[];
type Rules = readonly { readonly paths: readonly string[]; readonly template: TextTemplate }[];
type Sieving = (scope: Scope, context: RenderContext) => Omit<Sieve, 'contentType'>;
type Body = (scope: Scope, context: RenderContext) => unknown;

/** Signs that may stand in an address as they are stay readable. */
const encode = (text: string): string => encodeText(text).replace(/%(?:2C|3A|40)/g, (code) => decodeURIComponent(code));

const compileFields = (fields: Readonly<Record<string, unknown>> | undefined, names: FormulaNames): Fields =>
  Object.entries(fields ?? {}).map(([name, value]) => [name, compileTemplate(String(value), names)]);

const compileBody = (body: unknown, names: FormulaNames): Body => {
  if (typeof body === 'string') {
    const template = compileTemplate(body, names);
    return (scope, context) => {
      if (!template.alone) return template.print(scope, context);
      const value = template.alone.read(scope, context);
      return isError(value) ? null : value;
    };
  }
  if (Array.isArray(body)) {
    const parts = body.map((part) => compileBody(part, names));
    return (scope, context) => parts.map((part) => part(scope, context));
  }
  if (typeof body === 'object' && body !== null) {
    const parts = Object.entries(body).map(([name, part]) => [name, compileBody(part, names)] as const);
    return (scope, context) => Object.fromEntries(parts.map(([name, part]) => [name, part(scope, context)]));
  }
  return () => body;
};

/** Blank without a token: the header is left out then. */
const bearerOf = (token: string): string => (token === '' ? '' : `Bearer ${token}`);

/** Blank without a user and a password: the header is left out then. */
const basicOf = (user: string, password: string): string =>
  user === '' && password === '' ? '' : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

const withQuery = (url: string, fields: readonly (readonly [string, string])[]): string => {
  const given = fields.filter(([, value]) => value !== '');
  if (given.length === 0) return url;
  const text = given.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  return `${url}${url.includes('?') ? '&' : '?'}${text}`;
};

/** Texts of a value: one of its own unless it is blank, or that of each item of a list; null for a blank one. */
const textsOf = (template: TextTemplate, scope: Scope, context: RenderContext): string[] | null => {
  const value = template.alone?.read(scope, context);
  if (Array.isArray(value)) return value.map((item) => writeValue(asValue(item), context));
  const text = template.print(scope, context);
  return text === '' ? null : [text];
};

/** Members that stay of the list of a request for what it `expects`; choices are what is wanted alone. */
const WITNESSES = 3;
const OR = ' | ';

const numberIn = (place: unknown, name: string): number => (isRecord(place) ? Number(place[name] ?? NaN) : NaN);

const compileSieve = (form: RequestForm, only: OnlySpec, names: FormulaNames): Sieving => {
  const rulesOf = (rules: OnlySpec['has']): Rules =>
    Object.entries(rules).map(([path, text]) => ({ paths: path.split(OR), template: compileTemplate(text, names) }));
  const [has, is] = [rulesOf(only.has), rulesOf(only.is)];
  const { near, fields = null, most } = only;
  const { separator = ',', columns = null, skip = 0 } = form.csv ?? {};
  return (scope, context) => {
    const where: SieveRule[] = [
      ...has.flatMap(({ paths, template }) => {
        const texts = textsOf(template, scope, context);
        const words = texts?.flatMap((text) => plainText(text).split(/[\s,;]+/)).filter((word) => word !== '');
        return words ? [{ paths, words }] : [];
      }),
      ...is.flatMap(({ paths, template }) => {
        const texts = textsOf(template, scope, context);
        return texts ? [{ paths, is: texts }] : [];
      }),
    ];
    const place = [numberIn(scope['place'], 'latitude'), numberIn(scope['place'], 'longitude')] as const;
    return {
      kind: form.answer as Sieve['kind'],
      list: only.list === '' ? [] : only.list.split('.'),
      where,
      near: near && !place.some(Number.isNaN) ? { paths: [near.latitude, near.longitude], place } : null,
      fields,
      witnesses: 'id' in form ? WITNESSES : 0,
      most,
      csv: { separator, columns, skip },
    };
  };
};

/** Compiles a request. Throws FormulaProblem. */
export const compileRequest = (form: RequestForm, names: FormulaNames): RequestPlan => {
  const url = compileTemplate(form.url.startsWith('/') ? `{{settings.base_url}}${form.url}` : form.url, names);
  const [query, headers] = [compileFields(form.query, names), compileFields(form.headers, names)];
  const [inQuery, inHeader] = [compileFields(form.auth?.query, names), compileFields(form.auth?.header, names)];
  const one = (text: string | undefined) => (text === undefined ? undefined : compileTemplate(text, names));
  const [bearer, cookie] = [one(form.auth?.bearer), one(form.auth?.cookie)];
  const [user, password] = [one(form.auth?.basic?.user), one(form.auth?.basic?.password)];
  const isText = typeof form.body === 'string';
  const body = form.body === undefined ? undefined : compileBody(form.body, names);
  const sieve = form.only && compileSieve(form, form.only, names);
  return (scope, context) => {
    const print = (template: TextTemplate | undefined): string => template?.print(scope, context) ?? '';
    const printAll = (fields: Fields) => fields.map(([name, value]) => [name, print(value)] as const);
    const all = Object.fromEntries(
      [
        ...(body && !isText ? [['content-type', 'application/json'] as const] : []),
        ...printAll(headers),
        ...printAll(inHeader),
        ...(bearer ? [['authorization', bearerOf(print(bearer))] as const] : []),
        ...(user ? [['authorization', basicOf(print(user), print(password))] as const] : []),
        ...(cookie ? [['cookie', print(cookie)] as const] : []),
      ].filter(([, value]) => value !== ''),
    );
    const address = url.print(scope, context, (text, at) =>
      at === 0 ? text.replace(/(?<!\/)\/+$/, '') : encode(text),
    );
    const sent = body?.(scope, context);
    return {
      method: form.method,
      url: withQuery(address, [...printAll(query), ...printAll(inQuery)]),
      headers: all,
      body: sent === undefined ? null : isText ? writeValue(sent as Value, context) : writeJson(sent, context.budget),
      ...(sieve ? { sieve: sieve(scope, context) } : {}),
    };
  };
};
