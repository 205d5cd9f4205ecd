import type { SandboxPhoneMessage } from '@parley/contract/types';
import { describe, expect, it } from 'vitest';
import { applyUpdates, conversationOf, hasUnread, type PhoneHistory, phoneText } from './phone-history.ts';

const phone = {
  id: '447700900000',
  phone_number: '447700900000',
  name: 'Layla',
  online: true,
  reads: 'when_open',
  user_id: 'GB.1',
  read_after_ms: 0,
  reply_after_ms: null,
  reply_text: '',
  hides_number: false,
  agent_holds: false,
  agent_text: null,
  blocks_us: false,
  opted_out: false,
  on_whatsapp: true,
  typing_until: null,
  members: null,
} as const;

function message(id: string, changes: Partial<SandboxPhoneMessage> = {}): SandboxPhoneMessage {
  return {
    cursor: '1',
    id,
    direction: 'to_customer',
    type: 'text',
    content: { body: id },
    display: null,
    context: null,
    as: null,
    timestamp: '2026-11-20T09:00:00.000Z',
    status: 2,
    ...changes,
  };
}

function shown(history: PhoneHistory) {
  return history.messages.map(({ id, status }) => `${id} ${status}`);
}

describe('the history of a simulated phone', () => {
  it('sorts messages by time and applies changes by cursor, never backwards', () => {
    const later = message('b', { cursor: '2', timestamp: '2026-11-20T09:01:00.000Z' });
    let history = applyUpdates(null, { cursor: '2', phone, messages: [later, message('a')] });
    expect(shown(history)).toEqual(['a 2', 'b 2']);
    history = applyUpdates(history, { cursor: '3', phone, messages: [message('a', { cursor: '3', status: 3 })] });
    expect(shown(history)).toEqual(['a 3', 'b 2']);
    history = applyUpdates(history, { cursor: '3', phone, messages: [message('a', { cursor: '1', status: 2 })] });
    expect(shown(history)).toEqual(['a 3', 'b 2']);
    expect(history.cursor).toBe('3');
  });

  it('knows whether a message is unread', () => {
    const read = applyUpdates(null, { cursor: '1', phone, messages: [message('a', { status: 3 })] });
    expect(hasUnread(read)).toBe(false);
    expect(hasUnread(applyUpdates(read, { cursor: '2', phone, messages: [message('b')] }))).toBe(true);
    const own = message('c', { direction: 'from_customer', status: 1 });
    expect(hasUnread(applyUpdates(null, { cursor: '1', phone, messages: [own] }))).toBe(false);
  });

  it('finds the text of any content', () => {
    expect(phoneText(message('a', { content: { body: 'Hello' } }))).toBe('Hello');
    expect(phoneText(message('a', { type: 'image', content: { caption: 'My bike' } }))).toBe('My bike');
    expect(phoneText(message('a', { type: 'image', content: {} }))).toBe('');
  });

  it('shows edits, revocations and reactions at their message', () => {
    const about = (type: string, content: Record<string, unknown>, of: Partial<SandboxPhoneMessage> = {}) =>
      message(`${type} ${JSON.stringify(content)}`, { type, content, direction: 'from_customer', ...of });
    const items = conversationOf([
      message('a', { direction: 'from_customer' }),
      message('b'),
      about('edit', { original_message_id: 'a', message: { type: 'text', text: { body: 'otherwise' } } }),
      about('reaction', { message_id: 'b', emoji: '👍' }),
      about('reaction', { message_id: 'a', emoji: '❤️' }, { direction: 'to_customer' }),
      about('reaction', { message_id: 'a', emoji: '' }, { direction: 'to_customer' }),
      message('c', { context: 'b' }),
      about('revoke', { original_message_id: 'c' }),
    ]);
    const seen = items.map((item) => [item.message.id, item.changedTo, item.takenBack, item.reactions.join()]);
    expect(seen).toEqual([
      ['a', 'otherwise', false, ''],
      ['b', null, false, '👍'],
      ['c', null, true, ''],
    ]);
    expect(items[2]?.quoted?.id).toBe('b');
  });
});

it('a message with buttons, and an answer to one, have words where they are quoted', () => {
  const words = (content: object) => phoneText({ ...message('a'), type: 'interactive', content: { ...content } });
  expect(words({ type: 'button', body: { text: 'When shall we come?' } })).toBe('When shall we come?');
  expect(words({ type: 'button_reply', button_reply: { id: 'b', title: 'Tomorrow' } })).toBe('Tomorrow');
  expect(words({ type: 'list_reply', list_reply: { id: 'r', title: 'City bikes' } })).toBe('City bikes');
});
