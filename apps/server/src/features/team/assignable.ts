/*
 * SQL conditions on members `m` who can be given conversations in turn; for rules of an account and for automations.
 */

/** Neither suspended nor away. */
export const isThere = 'm.suspended_at is null and coalesce(m.away_until <= now(), true)';

/** Neither suspended nor away, and sees the channel. @param channel the parameter with its id */
export const takesConversationsOf = (channel: string): string =>
  `${isThere} and (coalesce(jsonb_typeof(m.restrictions->'channel_ids'), 'null') = 'null'
     or m.restrictions->'channel_ids' ? ${channel}::text)`;

/** In one of the groups. @param groups the parameter with their ids */
export const inGroups = (groups: string): string =>
  `exists (select from user_group_members g
     where g.client_id = m.client_id and g.group_id = any(${groups}::uuid[]) and g.user_id = m.user_id)`;
