import type { Message, Thread } from '@parley/contract/types';

const clientId = '01890000-0000-7000-8000-000000000001';
const channelId = '01890000-0000-7000-8000-0000000000c1';
const contactId = '01890000-0000-7000-8000-0000000000d1';

/** A received text message; tests and galleries change what they need. */
export function buildMessage(changes: Partial<Message> & { id: string }): Message {
  return {
    client_id: clientId,
    thread_id: 'thread-1',
    channel_id: channelId,
    contact_id: contactId,
    direction: 'INCOMING',
    to: '447700900118',
    source: 'INBOX',
    medium: 'WEBHOOK',
    type: 'text',
    status: 2,
    send_state: null,
    attempt: 1,
    created_at: '2026-11-20T09:52:00.000Z',
    created_by: 'webhook',
    timestamp: '2026-11-20T09:52:00.000Z',
    sort_at: changes.timestamp ?? '2026-11-20T09:52:00.000Z',
    version: 1,
    text: { preview_url: false, body: 'Hello' },
    ...changes,
  };
}

/** A thread that waits for an answer. */
export function buildThread(changes: Partial<Thread> & { id: string }): Thread {
  return {
    channel_id: channelId,
    contact_id: contactId,
    contact: { name: 'Amara Okafor', phone_number: '447700900118', username: null },
    state: 'ACTIVE',
    assignee_id: null,
    assignee_group_id: null,
    window_expires_at: '2026-11-21T09:52:00.000Z',
    waiting_since: null,
    reply_due_at: null,
    resolve_due_at: null,
    snoozed_until: null,
    label_ids: [],
    stage_id: null,
    value: null,
    unread_count: 0,
    last_message_id: null,
    last_message_at: '2026-11-20T09:52:00.000Z',
    last_message: null,
    created_at: '2026-11-19T14:02:00.000Z',
    version: 1,
    ...changes,
  };
}
