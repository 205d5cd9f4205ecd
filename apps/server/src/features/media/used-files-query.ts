/**
 * SQL that tests whether nothing uses the file `m`: no unfinished broadcast, no saved reply and no automation.
 * Only files that are about to go are looked up with it.
 */
export const isUnused = `not exists (select from campaigns c where c.client_id = m.client_id
     and c.state in ('DRAFT', 'SCHEDULED', 'RUNNING', 'PAUSED')
     and 'media:' || m.id::text in (c.variables->'header.file'->>'value', c.ab_test->'variables'->'header.file'->>'value'))
   and not exists (select from session_templates s where s.client_id = m.client_id
     and s.attachments @> jsonb_build_array(jsonb_build_object('media_id', m.id)))
   and not exists (select from automations a where a.client_id = m.client_id
     and a.draft->'steps' @> jsonb_build_array(jsonb_build_object('media_id', m.id)))
   and not exists (select from automation_versions v where v.client_id = m.client_id
     and v.flow->'steps' @> jsonb_build_array(jsonb_build_object('media_id', m.id)))`;
