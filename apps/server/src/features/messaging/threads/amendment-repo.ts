import { rfc3339 } from '../../../platform/db/rfc3339.ts';
import { type Executor, statement } from '../../../platform/db/sql.ts';
import type { ChangedRow } from './incoming-repo.ts';

/*
 * Edits and deletions of stored messages. Earlier contents stay in `extras.before`, newest last. A delayed edit does
 * not undo a newer one, and after a deletion nothing changes.
 */
const amendStatement = statement(
  'messaging.amend_message',
  `with locked as materialized (
     select m.client_id, m.id, m.type, m.content, m.extras from messages m
     where m.client_id = $1 and m.channel_id = $2 and m.provider_message_id = $3
     for update of m
   ), changed as (
     update messages m set
       type = case when $4 = 'edit' then coalesce($5, l.type) else l.type end,
       content = case
         when $4 <> 'edit' or $6::jsonb is null then l.content
         -- Only the words of a file can be edited, never the file: what is known of its copy stays.
         when l.content->>'media_id' is not null and ($6::jsonb)->'provider_media_id' is not null
           then (l.content - 'caption') || ($6::jsonb - 'provider_media_id' - 'mime_type' - 'sha256')
         else $6::jsonb end,
       extras = coalesce(l.extras, '{}'::jsonb)
         || jsonb_build_object(case when $4 = 'edit' then 'edited_at' else 'revoked_at' end, ${rfc3339('$7::timestamptz')})
         || case when $4 = 'edit' then jsonb_build_object('before', coalesce(l.extras->'before', '[]'::jsonb)
              || jsonb_build_array(jsonb_build_object('type', l.type, 'content', l.content, 'until', ${rfc3339('$7::timestamptz')})))
            else jsonb_strip_nulls(jsonb_build_object('revoked_by', $8::text)) end,
       version = m.version + 1
     from locked l
     where m.client_id = l.client_id and m.id = l.id and l.extras->>'revoked_at' is null
       and ($4 = 'revoke' or coalesce((l.extras->>'edited_at')::timestamptz, '-infinity') < $7::timestamptz)
     returning m.client_id, m.id, m.version
   )
   select l.client_id, l.id, c.version from locked l left join changed c on c.id = l.id`,
);

/** @param amendment `revokedBy`: a contact, or `us` @returns null when the message is not stored; `version` null when nothing changed */
export async function amendMessage(
  tx: Executor,
  target: { clientId: string; channelId: string; providerId: string },
  amendment: { kind: 'edit' | 'revoke'; type: string | null; content: unknown; at: Date; revokedBy: string | null },
): Promise<(Omit<ChangedRow, 'version'> & { version: number | null }) | null> {
  const [row] = await tx.rows<Omit<ChangedRow, 'version'> & { version: number | null }>(amendStatement, [
    target.clientId,
    target.channelId,
    target.providerId,
    amendment.kind,
    amendment.type,
    amendment.content === null ? null : JSON.stringify(amendment.content),
    amendment.at.toISOString(),
    amendment.revokedBy,
  ]);
  return row ?? null;
}
