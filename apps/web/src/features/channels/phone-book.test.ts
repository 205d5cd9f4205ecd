import type { SandboxPhoneMessage } from '@parley/contract/types';
import { describe, expect, it } from 'vitest';
import { applyUpdates, hasUnread, type PhoneBook, phoneWords } from './phone-book.ts';

const phone = {
  id: '447700900000',
  phone_number: '447700900000',
  name: 'Layla',
  online: true,
  reads: 'when_open',
} as const;

function message(id: string, changes: Partial<SandboxPhoneMessage> = {}): SandboxPhoneMessage {
  return {
    cursor: '1',
    id,
    direction: 'to_customer',
    type: 'text',
    content: { body: id },
    timestamp: '2026-11-20T09:00:00.000Z',
    status: 2,
    ...changes,
  };
}

function shown(book: PhoneBook) {
  return book.messages.map(({ id, status }) => `${id} ${status}`);
}

describe('the book of a simulated phone', () => {
  it('keeps messages by time and takes changes over by cursor, never back', () => {
    const later = message('b', { cursor: '2', timestamp: '2026-11-20T09:01:00.000Z' });
    let book = applyUpdates(null, { cursor: '2', phone, messages: [later, message('a')] });
    expect(shown(book)).toEqual(['a 2', 'b 2']);
    book = applyUpdates(book, { cursor: '3', phone, messages: [message('a', { cursor: '3', status: 3 })] });
    expect(shown(book)).toEqual(['a 3', 'b 2']);
    book = applyUpdates(book, { cursor: '3', phone, messages: [message('a', { cursor: '1', status: 2 })] });
    expect(shown(book)).toEqual(['a 3', 'b 2']);
    expect(book.cursor).toBe('3');
  });

  it('knows whether something waits to be read', () => {
    const read = applyUpdates(null, { cursor: '1', phone, messages: [message('a', { status: 3 })] });
    expect(hasUnread(read)).toBe(false);
    expect(hasUnread(applyUpdates(read, { cursor: '2', phone, messages: [message('b')] }))).toBe(true);
    const own = message('c', { direction: 'from_customer', status: 1 });
    expect(hasUnread(applyUpdates(null, { cursor: '1', phone, messages: [own] }))).toBe(false);
  });

  it('finds words in any content', () => {
    expect(phoneWords(message('a', { content: { body: 'Hello' } }))).toBe('Hello');
    expect(phoneWords(message('a', { type: 'image', content: { caption: 'My bike' } }))).toBe('My bike');
    expect(phoneWords(message('a', { type: 'image', content: {} }))).toBe('');
  });
});
