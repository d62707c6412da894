import * as v from 'valibot';
import { readSwitch } from '../core/switch-word.ts';
import { Fault } from '../fault.ts';
import { BrightnessWriteSchema, type BrightnessWrite } from '../schema/boards/brightness.ts';
import { FlatMessageSchema, MESSAGE_OPTIONS, type FlatMessage } from '../schema/content/messages.ts';
import { HoldWriteSchema } from '../schema/boards/stays.ts';
import { VbmlWriteSchema, type VbmlWrite } from '../schema/content/vbml.ts';
import { readMembers } from '../service/members.ts';
import type { Command } from './command.ts';

/** The members in which a command says its one value. */
export const VALUE_MEMBERS = ['state', 'value', 'text'];
/** The members in which a command names a page. */
export const PAGE_MEMBERS = ['page_id', 'page', 'page_name', 'name', 'value', 'state', 'text'];
/** The members of a document in VBML. */
export const VBML_MEMBERS = Object.keys(VbmlWriteSchema.entries);

/** What a message may say beside its text. */
const WishSchema = v.object({
  ...v.omit(v.object(MESSAGE_OPTIONS), ['revert_mode', 'revert_page_id', 'transition']).entries,
  boards: FlatMessageSchema.pipe[0].entries.boards,
});
/** The members of a message. */
export const MESSAGE_MEMBERS = ['message', 'text', ...Object.keys(WishSchema.entries)];

/** The minutes that a command names, in a member or as its text; null where it names none. A switch is 0 or 1 too. */
export const minutesOf = ({ text, members, object }: Command): number | null => {
  const isNumber = object === 'hold' ? /^\d+$/ : /^\d{2,}$|^[2-9]$/;
  const minutes = members?.['minutes'] ?? (isNumber.test(text) ? Number(text) : null);
  return minutes === null ? null : readMembers(HoldWriteSchema, { minutes }).minutes;
};

/** Sensors send decimals; what is no number stays a text, which is refused by name. */
export const numberIn = (text: string): number | string =>
  /^\d{1,9}(?:\.\d+)?$/.test(text) ? Math.round(Number(text)) : text;

/** What a command says of the light of a display: ON or OFF, and a brightness in per cent. */
export const lightOf = (command: Command): BrightnessWrite => {
  const { object, members, text } = command;
  const saysState = object === 'light' && !(members && 'brightness' in members && !('state' in members));
  const level = members?.['brightness'] ?? (object === 'brightness' ? numberIn(text) : undefined);
  return {
    ...(saysState && { on: requireSwitch(command) }),
    ...readMembers(BrightnessWriteSchema, { brightness: level }),
  };
};

/** ON or OFF; a `Fault` for anything else. */
export const requireSwitch = ({ text, members, object }: Command): boolean => {
  if (members && !VALUE_MEMBERS.some((name) => (members[name] ?? null) !== null))
    throw new Fault(400, 'state: ON or OFF is missing.');
  const value = readSwitch(text);
  const orElse = object.endsWith('quiet') ? ', nor a number of minutes' : '';
  if (value === null) throw new Fault(400, `"${text.slice(0, 40)}" is not ON or OFF${orElse}.`);
  return value;
};

/** The id of a message that a command names. */
export const idOf = ({ members }: Command): string => {
  const id = members?.['id'];
  if (typeof id !== 'string') throw new Fault(400, 'id: the id of a message is missing.');
  return id;
};

/** The document that a command is. */
export const documentOf = ({ members }: Command): VbmlWrite => {
  const { board_id: _id, board: _board, ...document } = members ?? {};
  return readMembers(VbmlWriteSchema, document);
};

/** The message that a command is. */
export const messageOf = ({ text, members }: Command): FlatMessage => {
  if (members && (members['message'] ?? members['text'] ?? null) === null)
    throw new Fault(400, 'message: the text that is to be shown is missing.');
  return { ...readMembers(WishSchema, members ?? {}), text };
};
