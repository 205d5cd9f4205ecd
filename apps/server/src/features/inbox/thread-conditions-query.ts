import type { LookupConditions, ThreadConditions } from '@parley/contract/threads';
import type { Parameters } from '../contacts/public.ts';

/** What a member may see of the threads, and when they look. */
export type ThreadScope = {
  uid: string | null;
  /** For members who see only what is assigned to them or to their groups. */
  visibleTo?: { uid: string; groupIds: readonly string[] } | undefined;
  /** For members who see some channels only. */
  channelIds?: readonly string[] | undefined;
  now: Date;
};

/** The moment that counts for a channel's reply windows; needs `threadChannels`. */
export const channelNow = (now: string): string =>
  `(${now}::timestamptz + ch.clock_offset_ms * interval '1 millisecond')`;
export const threadChannels = 'join shared_channels ch on ch.client_id = t.client_id and ch.id = t.channel_id';

/** How much is unread for the one who looks, as `unreadFor` of the contract; for an API key, since anyone has read. */
export const unreadFor = ({ uid }: ThreadScope, parameters: Parameters): string =>
  `unread_for(${parameters.add(uid)}::text, t.unread_count, t.received_count, t.reads, t.waiting_since, t.state)`;

/** SQL conditions on threads `t` of the account in $1, as `matchesThread` of the contract decides them. */
export function conditionsOf(wanted: ThreadConditions, scope: ThreadScope, parameters: Parameters): string[] {
  const { state, assignee, assignee_group: group, channel_id: channel, label, stage } = wanted;
  const now = parameters.add(scope.now);
  const parts = [`${now}::timestamptz is not null`, 't.last_message_at is not null'];
  const flag = (value: 'true' | 'false' | undefined, condition: string) => {
    if (value !== undefined) parts.push(value === 'true' ? `(${condition})` : `not coalesce(${condition}, false)`);
  };
  if (state !== undefined) parts.push(`t.state = ${parameters.add(state)}`);
  if (assignee === 'none') parts.push('t.assignee_id is null and t.assignee_group_id is null');
  else if (assignee !== undefined) {
    parts.push(`t.assignee_id = ${parameters.add(assignee === 'me' ? scope.uid : assignee)}::uuid`);
  }
  if (group !== undefined) parts.push(`t.assignee_group_id = ${parameters.add(group)}::uuid`);
  if (channel !== undefined) parts.push(`t.channel_id = ${parameters.add(channel)}::uuid`);
  if (label !== undefined) {
    parts.push(`exists (select from thread_labels tl where tl.client_id = t.client_id and tl.thread_id = t.id
      and tl.label_id = ${parameters.add(label)}::uuid)`);
  }
  if (stage === 'none') parts.push('t.stage_id is null');
  else if (stage !== undefined) parts.push(`t.stage_id = ${parameters.add(stage)}::uuid`);
  const left = `t.window_expires_at - ${channelNow(now)}`;
  flag(
    wanted.closing,
    `t.waiting_since is not null and ${left} > interval '0' and ${left} < (select closing_soon_minutes * interval '1 minute' from shared_clients where id = $1)`,
  );
  flag(wanted.overdue, `least(t.reply_due_at, t.resolve_due_at) <= ${channelNow(now)}`);
  flag(wanted.snoozed, `t.snoozed_until > ${now}::timestamptz`);
  // A parameter that no condition uses has no type.
  if (wanted.unread !== undefined) flag(wanted.unread, `${unreadFor(scope, parameters)} > 0`);
  flag(wanted.waiting, 't.waiting_since is not null');
  if (wanted.since !== undefined) parts.push(`t.last_message_at >= ${parameters.add(wanted.since)}::timestamptz`);
  if (wanted.until !== undefined) parts.push(`t.last_message_at < ${parameters.add(wanted.until)}::timestamptz`);
  flag(
    wanted.failed,
    `t.waiting_since is null and exists (select from shared_messages f
       where f.client_id = t.client_id and f.id = t.last_message_id and f.status = -1)`,
  );
  return parts;
}

/** SQL conditions on threads `t` that look at the contact or at the messages. */
export function lookupConditions(wanted: LookupConditions, parameters: Parameters): string[] {
  const { contact_list: list, ad, media, field, field_value: value } = wanted;
  const parts: string[] = [];
  if (list !== undefined) {
    parts.push(`exists (select from shared_contact_list_members l where l.client_id = t.client_id
      and l.contact_id = t.contact_id and l.contact_list_id = ${parameters.add(list)}::uuid)`);
  }
  if (ad !== undefined) {
    const which = ad === 'any' ? '' : `and a.extras->'referral'->>'source_id' = ${parameters.add(ad)}`;
    parts.push(`exists (select from shared_messages a where a.client_id = t.client_id and a.thread_id = t.id
      and a.extras ? 'referral' ${which})`);
  }
  if (media !== undefined) {
    parts.push(`exists (select from shared_messages g where g.client_id = t.client_id and g.thread_id = t.id
      and g.type in ('image', 'video', 'audio', 'document', 'sticker'))`);
  }
  if (field !== undefined) {
    const test = value === undefined ? `<> ''` : `= field_sort_text(${parameters.add(value)})`;
    parts.push(`exists (select from shared_contact_field_values v
      join shared_contact_fields cf on cf.client_id = v.client_id and cf.no = v.field_no
      where v.client_id = t.client_id and v.contact_id = t.contact_id and name_key(cf.name) = name_key(${parameters.add(field)})
      and v.value_text ${test})`);
  }
  return parts;
}

/** SQL conditions on threads `t` that limit them to what the member may see. */
export function visibleConditions({ visibleTo, channelIds }: ThreadScope, parameters: Parameters): string[] {
  const parts: string[] = [];
  if (channelIds !== undefined) parts.push(`t.channel_id = any(${parameters.add(channelIds)}::uuid[])`);
  if (visibleTo !== undefined) {
    const [uid, groups] = [parameters.add(visibleTo.uid), parameters.add(visibleTo.groupIds)];
    parts.push(`(t.assignee_id = ${uid}::uuid or t.assignee_group_id = any(${groups}::uuid[]))`);
  }
  return parts;
}
