import type { MessageError, MessageType, SendState } from '@parley/contract/types';

/** A row of `messages` as the driver gives it. */
export type MessageRow = {
  client_id: string;
  id: string;
  thread_id: string;
  channel_id: string;
  contact_id: string;
  direction: 'INCOMING' | 'OUTGOING';
  to: string | null;
  to_user_id: string | null;
  source: 'INBOX' | 'COMPOSE' | 'BROADCAST' | 'BROADCAST_SANDBOX' | 'AUTOMATION' | 'API';
  medium: 'ANDROID_APP' | 'API' | 'IOS_APP' | 'WEB_APP' | 'WEBHOOK';
  type: MessageType;
  status: -1 | 0 | 1 | 2 | 3 | 4;
  send_state: SendState | null;
  attempt: number;
  held_reason: string | null;
  waiting_reason: string | null;
  error: MessageError | null;
  content: Record<string, unknown>;
  context_message_id: string | null;
  reaction: StoredReaction | null;
  extras: StoredExtras | null;
  provider_message_id: string | null;
  request_hash: Buffer | null;
  created_at: Date;
  created_by: string;
  timestamp: Date;
  sort_at: Date;
  arrival: number;
  version: number;
};

/** Reactions on a message: ours and the customer's, at most one each; theirs without an emoji was taken back. */
export type StoredReaction = {
  ours?: { emoji: string; at: string; by: string };
  theirs?: { emoji: string; at: string };
};

/** What came with a message besides its content, and what became of it where it was written. */
export type StoredExtras = {
  referral?: Record<string, unknown>;
  forwarded?: 'once' | 'often';
  product?: Record<string, unknown>;
  /** Why a file is not there. */
  error?: MessageError;
  edited_at?: string;
  revoked_at?: string;
  /** Earlier contents, oldest first. */
  before?: Array<{ type: MessageType; content: unknown; until: string }>;
};

/** Columns of `messages` under an alias, in the names of MessageRow. */
export function messageColumns(alias: string): string {
  return [
    'client_id',
    'id',
    'thread_id',
    'channel_id',
    'contact_id',
    'direction',
    '"to"',
    'to_user_id',
    'source',
    'medium',
    'type',
    'status',
    'send_state',
    'attempt',
    'held_reason',
    'waiting_reason',
    'error',
    'content',
    'context_message_id',
    'reaction',
    'extras',
    'provider_message_id',
    'request_hash',
    'created_at',
    'created_by',
    '"timestamp"',
    'sort_at',
    'arrival',
    'version',
  ]
    .map((column) => `${alias}.${column}`)
    .join(', ');
}

/** A row of `threads` with what a list row shows of its contact and last message. */
export type ThreadRow = {
  id: string;
  channel_id: string;
  contact_id: string;
  contact_name: string;
  contact_phone_number: string | null;
  contact_username: string | null;
  state: 'ACTIVE' | 'DONE';
  assignee_id: string | null;
  assignee_group_id: string | null;
  window_expires_at: Date | null;
  unread_count: number;
  last_message_id: string | null;
  last_message_at: Date | null;
  created_at: Date;
  version: number;
  unreachable_at: Date | null;
  capped_until: Date | null;
  lm_id: string | null;
  lm_direction: 'INCOMING' | 'OUTGOING';
  lm_type: MessageType;
  lm_preview: string;
  lm_status: -1 | 0 | 1 | 2 | 3 | 4;
  lm_send_state: SendState | null;
  lm_created_by: string;
  lm_version: number;
};

/** Select list and joins of a ThreadRow; threads are `t`. */
export const threadSelect = `
  select t.id, t.channel_id, t.contact_id, c.name as contact_name, c.phone_number as contact_phone_number,
    c.username as contact_username, t.state, t.assignee_id, t.assignee_group_id, t.window_expires_at, t.unread_count, t.last_message_id,
    t.last_message_at, t.created_at, t.version, r.unreachable_at, r.capped_until,
    m.id as lm_id, m.direction as lm_direction, m.type as lm_type,
    left(coalesce(m.content->>'body', m.content->>'caption', m.content->>'text', m.content->'display'->>'body', ''), 200) as lm_preview,
    m.status as lm_status, m.send_state as lm_send_state, m.created_by as lm_created_by, m.version as lm_version
  from threads t
  join contacts c on c.client_id = t.client_id and c.id = t.contact_id
  left join messages m on m.client_id = t.client_id and m.id = t.last_message_id
  -- Whoever has written since is on WhatsApp after all.
  left join lateral (
    select max(case when i.unreachable_at > coalesce(t.window_expires_at - interval '24 hours', '-infinity')
        then i.unreachable_at end) as unreachable_at,
      max(case when i.capped_until > now() then i.capped_until end) as capped_until
    from contact_identities i
    where i.client_id = t.client_id and i.contact_id = t.contact_id and i.retired_at is null
      and (i.unreachable_at is not null or i.capped_until is not null)
  ) r on true`;
