import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clientEvents, maxClientEvents, noteCall, noteEvent, restoreEvents } from './client-events.ts';

beforeEach(() => {
  vi.stubGlobal('window', { location: { href: 'https://parley.example/inbox' } });
  for (let n = 0; n < maxClientEvents; n++) noteEvent({ kind: 'page', what: '/inbox' });
});

describe('events of the page', () => {
  it('holds the newest fifty', () => {
    noteEvent({ kind: 'error', what: 'TypeError' });
    expect(clientEvents()).toHaveLength(maxClientEvents);
    expect(clientEvents().at(-1)).toMatchObject({ kind: 'error', what: 'TypeError' });
  });

  it('names calls by their route, without ids, numbers and queries', () => {
    noteCall('GET', '/api/threads/0193aa00-0000-7000-8000-000000000001/messages?search=secret', 500, 'req-1');
    expect(clientEvents().at(-1)).toMatchObject({
      what: 'GET /api/threads/{id}/messages',
      status: 500,
      request_id: 'req-1',
    });
    noteCall('GET', '/api/contacts/multi/+447700900123', 404, null);
    expect(clientEvents().at(-1)?.what).toBe('GET /api/contacts/multi/{id}');
  });

  it('puts those of the page before a reload first', () => {
    const earlier = { at: '2026-11-23T10:00:00.000Z', kind: 'page' as const, what: '/contacts' };
    restoreEvents([earlier]);
    expect(clientEvents()).toHaveLength(maxClientEvents);
    expect(clientEvents()).not.toContainEqual(earlier);
  });
});
