import type { HoldReason } from '@parley/contract/hold-reasons';
import type { Holder, LinkPreview, MessageError, MessageType, SendState, Thread } from '@parley/contract/types';
import type { GroupFacts } from './participants-repo.ts';

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
  held_reason: HoldReason | null;
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
  version: number;
  /** Of a scheduled message; infinity: when the customer writes. */
  send_at?: Date | number;
};

/**
 * Reactions to a message: at most one of ours and one of the customer's; a customer's reaction without an emoji was
 * removed.
 */
export type StoredReaction = {
  ours?: { emoji: string; at: string; by: string };
  theirs?: { emoji: string; at: string };
  /** In a group, by participant. */
  [of: `theirs:${string}`]: { emoji: string; at: string };
};

/** Optional properties of a message besides its content, and its edits and deletion by the sender. */
export type StoredExtras = {
  /** Who of a group wrote it: the contact that it was then. */
  sender_id?: string;
  starred?: { at: string; by: string };
  discarded?: { at: string; by: string };
  referral?: Record<string, unknown>;
  forwarded?: 'once' | 'often';
  link_preview?: LinkPreview;
  ad_picture_url?: string;
  product?: Record<string, unknown>;
  /** The customer wrote it while another sender of the number answered. */
  standby?: true;
  /** What the program that sent it gave with it. */
  callback_data?: string;
  /** It came with an import of conversations; its author where that is no member. */
  imported?: { import_id: string; author?: string };
  /** What WhatsApp noticed in it. */
  noticed?: { event: string; at: string; amount?: number; currency?: string };
  /** The reason why its file is missing. */
  error?: MessageError;
  edited_at?: string;
  revoked_at?: string;
  /** Who of a group deleted it: the contact that it was then; `us`, in the phone app. */
  revoked_by?: string;
  /** Earlier contents, oldest first. */
  before?: Array<{ type: MessageType; content: unknown; until: string }>;
};

/** The columns of MessageRow under an alias of `messages`. */
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
    'version',
  ]
    .map((column) => `${alias}.${column}`)
    .join(', ');
}

/** A row of `threads` with the properties of its contact and last message that a list shows. */
export type ThreadRow = {
  id: string;
  channel_id: string;
  contact_id: string;
  contact_name: string;
  contact_phone_number: string | null;
  contact_username: string | null;
  to_phone: string | null;
  to_user_id: string | null;
  state: 'ACTIVE' | 'DONE';
  assignee_id: string | null;
  assignee_group_id: string | null;
  window_expires_at: Date | null;
  waiting_since: Date | null;
  reply_due_at: Date | null;
  resolve_due_at: Date | null;
  /** Infinity: until the customer writes. */
  snoozed_until: Date | number | null;
  label_ids: string[];
  stage_id: string | null;
  value_minor: number | null;
  /** Since any member has read it; `reads` and `received_count` say it for each. */
  unread_count: number;
  received_count: number;
  reads: Record<string, number>;
  last_message_id: string | null;
  last_message_at: Date | null;
  created_at: Date;
  version: number;
  unreachable_at: Date | null;
  unreachable_reason: 'not_on_whatsapp' | 'blocked_by_us' | 'identity_changed' | null;
  capped_until: Date | null;
  blocked_at: Date | null;
  blocked_by: string | null;
  /** By member: a time, or `infinity`. */
  mutes: Record<string, string>;
  holder: Holder | null;
  holder_at: Date | null;
  unanswered: NonNullable<Thread['unanswered']> | null;
  /** WhatsApp's id of the group; null in conversations with one customer. */
  group_id: string | null;
  group_facts: GroupFacts;
  participants: NonNullable<Thread['group']>['participants'] | null;
} & MessageSummary;

export type MessageSummary = {
  lm_id: string | null;
  lm_direction: 'INCOMING' | 'OUTGOING';
  lm_type: MessageType;
  lm_preview: string;
  lm_status: -1 | 0 | 1 | 2 | 3 | 4;
  lm_send_state: SendState | null;
  lm_created_by: string;
  lm_sender_id: string | null;
  lm_version: number;
};

/**
 * The words of a message that a row shows; messages are `of`. A file without a caption has its name, a place and a
 * product their own, a voice message its transcript. A call has what became of it; an answer without words, and a
 * message of WhatsApp without any, what they are: who shows them has the words.
 */
const previewOf = (of: string) =>
  `left(coalesce(
    nullif(case when ${of}.type = 'interactive' then ${of}.content->'body'->>'text' else ${of}.content->>'body' end, ''),
    ${of}.content->>'caption', ${of}.content->>'text', ${of}.content->'display'->>'body',
    case ${of}.type when 'call' then ${of}.content->>'outcome' when 'system' then ${of}.content->>'type'
      when 'document' then ${of}.content->>'filename' when 'audio' then ${of}.content->'transcript'->>'text'
      when 'location' then coalesce(nullif(${of}.content->>'name', ''), ${of}.content->>'address')
      when 'interactive' then coalesce(${of}.content->'products'->0->>'name',
        nullif(concat_ws('_', ${of}.content->>'type', ${of}.content->'call_permission_reply'->>'response'), 'product')) end, ''), 200)`;

/** Select list of the message that stands for a thread; messages are `m`. */
export const messageSummary = `m.id as lm_id, m.direction as lm_direction, m.type as lm_type, ${previewOf('m')} as lm_preview,
    m.status as lm_status, m.send_state as lm_send_state, m.created_by as lm_created_by, m.extras->>'sender_id' as lm_sender_id,
    m.version as lm_version`;

/** Select list and joins of a ThreadRow; threads are `t`. */
export const threadSelect = `
  select t.id, t.channel_id, t.contact_id, c.name as contact_name, c.phone_number as contact_phone_number,
    c.username as contact_username, t.to_phone, t.to_user_id, t.state, t.assignee_id, t.assignee_group_id, t.window_expires_at,
    t.waiting_since, t.reply_due_at, t.resolve_due_at, t.snoozed_until,
    t.unread_count, t.received_count, t.reads, t.last_message_id,
    t.last_message_at, t.created_at, t.version, r.unreachable_at, r.unreachable_reason, r.capped_until,
    t.blocked_at, t.blocked_by, t.mutes, t.holder, t.holder_at, t.stage_id, t.value_minor, t.group_id, t.group_facts,
    case when t.group_id is not null then people_of_group(t.client_id, t.id) end as participants, ${messageSummary}, w.unanswered,
    array(select l.label_id from thread_label_ids l where l.client_id = t.client_id and l.thread_id = t.id) as label_ids
  from threads t
  join shared_contacts c on c.client_id = t.client_id and c.id = t.contact_id
  left join messages m on m.client_id = t.client_id and m.id = t.last_message_id
  -- A bot has replied since: what the customer wrote last still waits for a person.
  left join lateral (
    select jsonb_build_object('id', q.id, 'type', q.type, 'preview', ${previewOf('q')}) as unanswered
    from messages q where m.direction = 'OUTGOING' and t.waiting_since is not null and t.state = 'ACTIVE'
      and q.client_id = t.client_id and q.thread_id = t.id and q.direction = 'INCOMING' and q.type <> 'system'
    order by q.sort_at desc, q.id desc limit 1
  ) w on true
  -- A contact that has written since is on WhatsApp after all.
  left join lateral (
    select max(case when i.unreachable_at > coalesce(t.window_expires_at - interval '24 hours', '-infinity')
        then i.unreachable_at end) as unreachable_at,
      max(case when i.unreachable_at > coalesce(t.window_expires_at - interval '24 hours', '-infinity')
        then i.unreachable_reason end) as unreachable_reason,
      max(case when i.capped_until > now() then i.capped_until end) as capped_until
    from shared_contact_identities i
    where i.client_id = t.client_id and i.contact_id = t.contact_id and i.retired_at is null
      and (i.unreachable_at is not null or i.capped_until is not null)
  ) r on true`;
