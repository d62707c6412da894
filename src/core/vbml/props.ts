import { isRecord } from '../record.ts';

/** Values that the fields of a document are filled with. */
export type Props = Readonly<Record<string, unknown>>;

/** Longest text that fields may make. */
const LONGEST = 65_536;
const SECTION = /\{\{([#^])\s*([\w.]+)\s*\}\}([\s\S]*?)\{\{\/\s*\2\s*\}\}/g;
const FIELD = /\{\{\{\s*([\w.]+)\s*\}\}\}|\{\{&?\s*([\w.]+)\s*\}\}/g;

const valueOf = (name: string, props: Props): unknown => {
  if (name === '.') return props['.'];
  let value: unknown = props;
  for (const part of name.split('.')) value = isRecord(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  return value;
};

const print = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

const fillSection = (kind: string, body: string, value: unknown, props: Props, level: number): string => {
  const isThere = Array.isArray(value) ? value.length > 0 : Boolean(value);
  if (kind === '^') return isThere ? '' : fill(body, props, level + 1);
  if (!isThere) return '';
  let text = '';
  for (const each of Array.isArray(value) ? value : [value]) {
    const inner = isRecord(each) ? { ...props, ...each } : { ...props, '.': each };
    text += fill(body, inner, level + 1);
    if (text.length > LONGEST) break;
  }
  return text;
};

const MOST_LEVELS = 4;

const fill = (template: string, props: Props, level: number): string => {
  if (level > MOST_LEVELS) return '';
  const sections = template.replace(SECTION, (_whole, kind: string, name: string, body: string) =>
    fillSection(kind, body, valueOf(name, props), props, level),
  );
  return sections
    .slice(0, LONGEST)
    .replace(FIELD, (_whole, raw: string | undefined, plain: string | undefined) =>
      print(valueOf(raw ?? plain ?? '', props)),
    );
};

/** A template with its fields and sections filled in; one without a value is empty. */
export const fieldText = (template: string, props: Props): string => fill(template, props, 0).slice(0, LONGEST);
