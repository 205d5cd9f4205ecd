import type { MediaContent, Message, Thread } from '@parley/contract/types';
import type { PresentMedia } from '../../media/public.ts';
import type { MessageRow, StoredExtras, ThreadRow } from './rows-query.ts';
import type { StoredTranscript } from './transcript-repo.ts';

const mediaTypes = new Set(['image', 'video', 'audio', 'document', 'sticker']);

/** A message as the API returns it. */
export function presentMessage(row: MessageRow, media: PresentMedia): Message {
  const message: Message = {
    id: row.id,
    client_id: row.client_id,
    thread_id: row.thread_id,
    channel_id: row.channel_id,
    contact_id: row.contact_id,
    direction: row.direction,
    to: row.to,
    source: row.source,
    medium: row.medium,
    type: row.type,
    status: row.status,
    send_state: row.send_state,
    attempt: row.attempt,
    created_at: row.created_at.toISOString(),
    created_by: row.created_by,
    timestamp: row.timestamp.toISOString(),
    sort_at: row.sort_at.toISOString(),
    version: row.version,
  };
  if (row.to_user_id !== null) message.to_user_id = row.to_user_id;
  if (row.held_reason !== null) message.held_reason = row.held_reason;
  if (row.send_at !== undefined) message.send_at = presentSnooze(row.send_at) ?? 'reply';
  if (row.waiting_reason !== null) message.waiting_reason = row.waiting_reason;
  if (row.error !== null) message.error = row.error;
  if (row.provider_message_id !== null) message.provider_message_id = row.provider_message_id;
  if (row.context_message_id !== null) message.context = { message_id: row.context_message_id };
  if (row.extras !== null) Object.assign(message, presentExtras(row.extras));
  const reaction = presentReaction(row.reaction);
  if (reaction !== undefined) message.reaction = reaction;
  return Object.assign(message, { [row.type]: presentContent(row, media) });
}

/** Earlier contents are stored but not shown. */
function presentExtras({ before: _before, ...shown }: StoredExtras): Partial<Message> {
  return shown;
}

/** A reaction without an emoji was removed. */
function presentReaction(stored: MessageRow['reaction']): Message['reaction'] {
  const ours = stored?.ours?.emoji === '' ? undefined : stored?.ours;
  const theirs = stored?.theirs?.emoji === '' ? undefined : stored?.theirs;
  const group = Object.entries(stored ?? {}).flatMap(([key, mark]) =>
    key.startsWith('theirs:') && mark.emoji !== ''
      ? [{ sender_id: key.slice('theirs:'.length), emoji: mark.emoji, at: mark.at }]
      : [],
  );
  if (ours === undefined && theirs === undefined && group.length === 0) return undefined;
  return {
    ...(ours === undefined ? {} : { ours }),
    ...(theirs === undefined ? {} : { theirs }),
    ...(group.length === 0 ? {} : { group }),
  };
}

function presentContent(row: MessageRow, media: PresentMedia): unknown {
  if (row.type === 'contacts') return row.content['contacts'];
  if (!mediaTypes.has(row.type))
    return typeof row.content['media_id'] === 'string' ? withFiles(row, media) : row.content;
  const { caption, filename, voice, animated, transcript } = row.content;
  const content: MediaContent = { media_info: media(row.content, { clientId: row.client_id, at: row.timestamp }) };
  if (typeof caption === 'string') content.caption = caption;
  if (typeof filename === 'string' && row.type === 'document') content.filename = filename;
  if (typeof voice === 'boolean') content.voice = voice;
  if (typeof animated === 'boolean') content.animated = animated;
  if (transcript !== undefined) {
    const { run: _, ...shown } = transcript as StoredTranscript;
    content.transcript = shown;
  }
  return content;
}

/** A template or an interactive message with an uploaded file in its header, or in those of its cards. */
function withFiles(row: MessageRow, media: PresentMedia): unknown {
  const {
    media_id,
    provider_media_id,
    header_file: facts,
    card_files,
    provider_media_ids: _,
    ...content
  } = row.content;
  const shown = (facts: unknown, id: unknown) =>
    media({ ...(facts as object | undefined), media_id: id }, { clientId: row.client_id, at: row.timestamp });
  if (card_files === undefined)
    return { ...content, media_info: shown({ ...(facts as object), provider_media_id }, media_id) };
  const files = card_files as Record<string, unknown>;
  const { cards, ...action } = content['action'] as { cards: StoredCard[] };
  const withFile = (card: StoredCard) => {
    const id = card.header[card.header.type]?.media_id;
    return id === undefined ? card : { ...card, media_info: shown(files[id], id) };
  };
  return { ...content, action: { ...action, cards: cards.map(withFile) } };
}

type StoredCard = { header: { type: 'image' | 'video' } & Partial<Record<'image' | 'video', { media_id?: string }>> };

export function presentThread(row: ThreadRow): Thread {
  return {
    id: row.id,
    channel_id: row.channel_id,
    contact_id: row.contact_id,
    contact: {
      name: row.contact_name,
      phone_number: row.contact_phone_number,
      username: row.contact_username,
      ...(row.group_id === null ? {} : { is_group: true as const }),
    },
    state: row.state,
    assignee_id: row.assignee_id,
    assignee_group_id: row.assignee_group_id,
    window_expires_at: row.window_expires_at?.toISOString() ?? null,
    waiting_since: row.waiting_since?.toISOString() ?? null,
    reply_due_at: row.reply_due_at?.toISOString() ?? null,
    resolve_due_at: row.resolve_due_at?.toISOString() ?? null,
    snoozed_until: presentSnooze(row.snoozed_until),
    label_ids: row.label_ids.toSorted(),
    stage_id: row.stage_id,
    value: row.value_minor,
    unread_count: row.unread_count,
    read_state: { received: row.received_count, by: row.reads },
    last_message_id: row.last_message_id,
    last_message_at: row.last_message_at?.toISOString() ?? null,
    last_message:
      row.lm_id === null
        ? null
        : {
            id: row.lm_id,
            direction: row.lm_direction,
            type: row.lm_type,
            preview: row.lm_preview,
            status: row.lm_status,
            send_state: row.lm_send_state,
            created_by: row.lm_created_by,
            ...(row.lm_sender_id === null ? {} : { sender_id: row.lm_sender_id }),
            version: row.lm_version,
          },
    ...presentGroup(row),
    ...(row.unanswered === null ? {} : { unanswered: row.unanswered }),
    ...presentReachability(row),
    ...(row.blocked_at === null || row.blocked_by === null
      ? {}
      : { blocked: { at: row.blocked_at.toISOString(), by: row.blocked_by } }),
    ...(row.holder === null || row.holder_at === null
      ? {}
      : { holder: { by: row.holder, since: row.holder_at.toISOString() } }),
    ...presentMutes(row),
    created_at: row.created_at.toISOString(),
    version: row.version,
  };
}

function presentGroup({ group_id: id, group_facts: facts, participants }: ThreadRow): Pick<Thread, 'group'> {
  if (id === null) return {};
  const { state = 'active', description } = facts;
  return { group: { state, ...(description === undefined ? {} : { description }), participants: participants ?? [] } };
}

function presentMutes({ mutes }: ThreadRow): Pick<Thread, 'mutes'> {
  const entries = Object.entries(mutes).map(([uid, until]) => [uid, until === 'infinity' ? 'always' : until] as const);
  return entries.length === 0 ? {} : { mutes: Object.fromEntries(entries) };
}

/** PostgreSQL returns `infinity` as a number: until the customer writes. An expired snooze is presented until the thread changes. */
function presentSnooze(until: ThreadRow['snoozed_until']): string | null {
  if (until === null) return null;
  return until instanceof Date ? until.toISOString() : 'reply';
}

/** The reason why the contact cannot be reached, as failed sends reported it, while it applies. */
function presentReachability({
  unreachable_at: since,
  unreachable_reason: why,
  capped_until: until,
}: ThreadRow): Pick<Thread, 'reach'> {
  if (since !== null) return { reach: { state: why ?? 'not_on_whatsapp', until: null } };
  return until === null ? {} : { reach: { state: 'marketing_capped', until: until.toISOString() } };
}
