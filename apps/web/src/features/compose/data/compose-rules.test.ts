import type { ComposedRow } from '@parley/contract/types';
import { describe, expect, test } from 'vitest';
import { sampleTemplates } from '../../templates/public.ts';
import { emptyDraft, readDraft } from './draft.ts';
import { groupFailuresByReason } from './failure-groups.ts';
import { choiceOf, filterOf } from './history-filter.ts';
import { bodyOf, displayWithoutRecipient, sourcesOf, type Target, textFor, valuesFor } from './messages.ts';
import { duplicatesIn, isNumberList, recipientOf, recipientOfContact, splitRecipients } from './recipients.ts';
import { draftFromMessage } from './resend.ts';

const [reminder] = sampleTemplates;
if (reminder === undefined) throw new Error('there is no sample');
const digitsOf = (typed: string) => (/^\+\d{6,}$/.test(typed) ? typed.slice(1) : null);
const amara: Target = {
  recipient: recipientOf('+447700900118', digitsOf),
  name: 'Amara Okafor',
  variableContact: { name: 'Amara Okafor', phone_number: '447700900118', custom_fields: { Bike: 'Heron 5' } },
  isWindowOpen: true,
};
const nobody: Target = {
  recipient: { key: 'contact/c1', typed: '', digits: null, contactId: 'c1' },
  name: '44•••118',
  variableContact: { name: '', phone_number: null, custom_fields: {} },
  isWindowOpen: false,
};

describe('recipients', () => {
  test('pasted numbers are distinguished from names, and stay in order', () => {
    expect(splitRecipients(' +44 7700 900118,\n 07700 900119;; \t12 ')).toEqual([
      '+44 7700 900118',
      '07700 900119',
      '12',
    ]);
    expect(isNumberList('+44 (7700) 900-118, 07700.900119')).toBe(true);
    expect(isNumberList('+٤٤٧٧٠٠٩٠٠١١٨، ＋44 7700 900119')).toBe(true);
    expect(splitRecipients('+٤٤٧٧٠٠٩٠٠١١٨، ＋44 7700 900119')).toHaveLength(2);
    for (const name of ['Amara', 'Amara 2', '12', 'a@b.example']) expect(isNumberList(name), name).toBe(false);
    expect(isNumberList('')).toBe(true);
  });

  test('duplicates are reported, by number and by contact', () => {
    const typed = [
      recipientOf('+447700900118', digitsOf),
      recipientOf('hello', digitsOf),
      recipientOfContact({ id: 'c2', phone_number: '447700900118', name: 'Amara' }),
      recipientOfContact({ id: 'c1', phone_number: null, name: '44•••118' }),
      recipientOfContact({ id: 'c1', phone_number: '447700900119', name: 'Omar' }),
    ];
    expect(duplicatesIn(typed)).toEqual([false, false, true, false, true]);
  });

  test('one customer is a duplicate in another form of the number', () => {
    const spelled = [
      recipientOf('+525512345678', digitsOf),
      recipientOfContact({ id: 'c3', phone_number: '5215512345678', name: 'Lupita' }),
    ];
    expect(duplicatesIn(spelled)).toEqual([false, true]);
  });
});

describe('sent messages', () => {
  test('a variable is filled in from the contact, with a fallback for contacts without a value', () => {
    const sources = sourcesOf(reminder, { 'body.2': { from: 'value', value: '{{Bike}}' } }, ['Bike']);
    expect(sources['body.1']).toEqual({ from: 'field', name: 'FIRST_NAME', fallback: '' });
    expect(valuesFor(sources, amara.variableContact)).toMatchObject({ 'body.1': 'Amara', 'body.2': 'Heron 5' });
    expect(valuesFor(sources, nobody.variableContact)).toMatchObject({ 'body.1': '', 'body.2': '' });
    const kind = { ...sources, 'body.1': { from: 'field' as const, name: 'FIRST_NAME', fallback: 'friend' } };
    expect(valuesFor(kind, nobody.variableContact)['body.1']).toBe('friend');
  });

  test('a template is shown before a recipient is chosen, with the contact fields in brackets', () => {
    const sources = sourcesOf(reminder, { 'body.2': { from: 'value', value: 'Friday' } }, []);
    const name = (field: string) => (field === 'FIRST_NAME' ? 'First name' : field);
    const { body } = displayWithoutRecipient(reminder, sources, name);
    expect(body).toContain('[First name]');
    expect(body).toContain('Friday');
  });

  test('a text says FIX VALUE where a value is missing', () => {
    const draft = { text: 'Hi {{FIRST_NAME}}', fallbacks: {}, asTyped: [] };
    expect(textFor(draft, amara.variableContact)).toBe('Hi Amara');
    expect(textFor(draft, nobody.variableContact)).toBe('Hi FIX VALUE');
    expect(textFor({ ...draft, fallbacks: { FIRST_NAME: 'there' }, asTyped: [] }, nobody.variableContact)).toBe(
      'Hi there',
    );
  });

  test('variables that the server fills in stay; values that WhatsApp refuses count as missing', () => {
    const draft = {
      how: 'text' as const,
      text: 'Hi {{FIRST_NAME}}, {{Bike}} {{City}}',
      fallbacks: { City: 'there' },
      asTyped: [],
      sendAt: null,
    };
    const [text] = bodyOf(draft, 'channel', [amara], null, ['a']).messages;
    expect(text?.text?.body).toBe('Hi {{FIRST_NAME}}, {{Bike}} there');
    const sources = { 'body.2': { from: 'field' as const, name: 'Bike', fallback: 'your bike' } };
    const odd = { ...amara, variableContact: { ...amara.variableContact, custom_fields: { Bike: 'Heron\n5' } } };
    expect(valuesFor(sources, odd.variableContact)).toEqual({ 'body.2': 'your bike' });
    const sent = [amara, odd].map((target) =>
      JSON.stringify(bodyOf({ ...draft, how: 'template' }, 'channel', [target], { row: reminder, sources }, ['a'])),
    );
    expect(sent[0]).toContain('{{Bike}}');
    expect(sent[1]).toContain('your bike');
  });

  test('a text about variables keeps those that are to stay, in the preview and in what is sent', () => {
    const draft = { how: 'text' as const, text: 'Hi {{FIRST_NAME}}, use {{code}}', fallbacks: {}, sendAt: null };
    const kept = { ...draft, asTyped: ['code', 'gone'] };
    expect(textFor(kept, amara.variableContact)).toBe('Hi Amara, use {{code}}');
    expect(bodyOf(kept, 'channel', [amara], null, ['a']).messages[0]).toMatchObject({
      text: { body: draft.text },
      as_typed: ['code'],
    });
  });

  test('a text is sent where the window is open, a template to the others; a masked number by its contact', () => {
    const draft = { how: 'text' as const, text: 'Hi', fallbacks: {}, asTyped: [], sendAt: null };
    const template = { row: reminder, sources: {} };
    const body = bodyOf(draft, 'channel', [amara, nobody], template, ['a', 'b']);
    expect(body.messages).toEqual([
      { id: 'a', to: '+447700900118', type: 'text', text: { preview_url: false, body: 'Hi' } },
      { id: 'b', contact_id: 'c1', type: 'template', template: { id: reminder.id, components: [] } },
    ]);
    const all = bodyOf({ ...draft, how: 'template' }, 'channel', [amara], template, ['a']);
    expect(all.messages[0]?.type).toBe('template');
    const sendAt = '2026-11-30T09:00:00.000Z';
    expect(bodyOf({ ...draft, sendAt }, 'channel', [amara], null, ['a']).send_at).toBe(sendAt);
  });

  test('a message is composed again with its earlier values', () => {
    const row = {
      type: 'template',
      channel_id: 'channel',
      contact_id: 'c1',
      to: '447700900118',
      contact: { name: 'Amara', phone_number: '447700900118', username: null },
      template: {
        id: reminder.id,
        components: [
          { type: 'header', parameters: [{ type: 'text', text: 'e-bike' }] },
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'Amara' },
              { type: 'text', text: '2,000 km' },
            ],
          },
          { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: 'prices' }] },
        ],
      },
    } as Partial<ComposedRow> as ComposedRow;
    expect(draftFromMessage(row, reminder)).toMatchObject({
      channelId: 'channel',
      recipients: [{ digits: '447700900118', contactId: 'c1' }],
      templateId: reminder.id,
      sources: {
        [reminder.id]: {
          'header.1': { value: 'e-bike' },
          'body.1': { value: 'Amara' },
          'body.2': { value: '2,000 km' },
          'button.1': { value: 'prices' },
        },
      },
    });
    expect(draftFromMessage(row, null)).not.toHaveProperty('templateId');
  });
});

describe('a draft on the device', () => {
  test('is read as far as its shape is valid', () => {
    expect(readDraft(null)).toEqual(emptyDraft);
    expect(readDraft('nonsense')).toEqual(emptyDraft);
    const stored = JSON.stringify({ ...emptyDraft, text: 'Hi', recipients: 'nobody', pending: null, how: 7 });
    expect(readDraft(stored)).toEqual({ ...emptyDraft, text: 'Hi' });
  });
});

describe('the filters of the history', () => {
  test('are in the URL; invalid ones are omitted', () => {
    const choice = choiceOf({ days: 7, status: 'failed', origin: 'FAX', by: 'someone' });
    expect(choice).toMatchObject({ days: '7', status: 'failed', origin: null, by: 'someone', channel: null });
    expect(filterOf(choice, Date.parse('2026-11-22T12:00:00Z'))).toEqual({
      from: '2026-11-15T12:00:00.000Z',
      status: -1,
      created_by: 'someone',
    });
    expect(filterOf(choiceOf({ status: 'held' }), 0)).toEqual({ send_state: 'held' });
  });
});

test('failed messages are grouped by reason, the most frequent first', () => {
  const row = (id: string, message: string | null): ComposedRow => {
    const status = message === null ? 1 : -1;
    return { id, direction: 'OUTGOING', status, error: { message } } as unknown as ComposedRow;
  };
  const groups = groupFailuresByReason([row('a', 'x'), row('b', 'y'), row('c', 'y'), row('d', null)]);
  expect(groups.map(({ reason, rows }) => [reason, rows.map(({ id }) => id)])).toEqual([
    ['y', ['b', 'c']],
    ['x', ['a']],
  ]);
});
