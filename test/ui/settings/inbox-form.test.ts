import { drawView, type Drawn } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { InboxCreate } from '../../../src/schema/plugins/inboxes.ts';
import { NEW_INBOX, type InboxDraft } from '../../../ui/settings/inboxes/inbox-draft.ts';
import { InboxForm } from '../../../ui/settings/inboxes/inbox-form.tsx';
import { inboxes as texts } from '../../../ui/strings/settings/inboxes.ts';

const test = suite('ui/settings/inboxes/inbox-form');

const MAIL: InboxDraft = { ...NEW_INBOX, kind: 'mail', name: 'Mail', server: 'imap.example.org', username: 'ada' };

const draw = (first: InboxDraft, use: (drawn: Drawn, saved: InboxCreate[]) => Promise<void>) => {
  const saved: InboxCreate[] = [];
  const save = async (body: InboxCreate): Promise<void> => void saved.push(body);
  return drawView(
    h(InboxForm, { name: 'inbox', label: 'Inbox', first, isNew: true, save, onClose: () => undefined }),
    () => ({}),
    (drawn) => use(drawn, saved),
  );
};

const subjectOf = (body: InboxCreate | undefined): unknown => (body as { subject?: unknown } | undefined)?.subject;

test('a rule for subjects begins without words, and is none without', () =>
  draw(MAIL, async (drawn, saved) => {
    await drawn.enter(texts.subjectRule, 'begins');
    assert.is(drawn.field(texts.subjectText).value, '');
    await drawn.press(texts.add);
    assert.equal([saved.length, subjectOf(saved[0])], [1, null]);
  }));

test('its words stay when it is to hold in another way, and go with it', () =>
  draw(MAIL, async (drawn, saved) => {
    await drawn.enter(texts.subjectRule, 'begins');
    await drawn.enter(texts.subjectText, 'BOARD');
    await drawn.enter(texts.subjectRule, 'contains');
    assert.is(drawn.field(texts.subjectText).value, 'BOARD');
    await drawn.press(texts.add);
    assert.equal(subjectOf(saved[0]), { match: 'contains', text: 'BOARD' });
    await drawn.enter(texts.subjectRule, 'any');
    await drawn.press(texts.add);
    assert.equal(subjectOf(saved[1]), null);
  }));

test('who may write is asked for while nobody may', () =>
  draw(MAIL, async (drawn) => {
    const hint = (): string => drawn.field(texts.senders).parentElement?.textContent ?? '';
    assert.ok(hint().includes(texts.nobody));
    await drawn.enter(texts.senders, 'ada@example.org');
    assert.not.ok(hint().includes(texts.nobody));
  }));

test.run();
