/**
 * SQL that tests whether nothing uses the file `m`: no unfinished broadcast, and no saved reply. Only uploads
 * that are about to expire are looked up with it.
 */
export const isUnused = `not exists (select from campaigns c where c.client_id = m.client_id
     and c.state in ('DRAFT', 'SCHEDULED', 'RUNNING', 'PAUSED')
     and c.variables->'header.file'->>'value' = 'media:' || m.id::text)
   and not exists (select from session_templates s where s.client_id = m.client_id
     and s.attachments @> jsonb_build_array(jsonb_build_object('media_id', m.id)))`;
