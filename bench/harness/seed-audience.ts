import type pg from 'pg';
import type { Account } from './accounts.ts';
import { type ContactSeed, seedContacts } from './seed-contacts.ts';

export type AudienceSeed = ContactSeed & { templateId: string };

/**
 * Contacts for whom every exclusion of a broadcast applies to some: of their conversations a quarter is assigned and a
 * quarter had a marketing message within two days; one contact in 50 is suppressed.
 */
export async function seedAudience(
  owner: pg.Client,
  account: Account,
  count: number,
  say: (line: string) => void,
): Promise<AudienceSeed> {
  const seed = await seedContacts(owner, account, count, say);
  const { clientId, channelId, wabaId } = account;
  const templateId = crypto.randomUUID();
  await owner.query(
    `insert into templates (client_id, id, waba_id, name, language, status, category, parameter_format, components)
     values ($1, $2, $3, 'autumn_offer', 'en', 'ACTIVE', 'MARKETING', 'POSITIONAL',
       '[{"type":"BODY","text":"Hello {{1}}, new bells have arrived in {{2}}."}]')`,
    [clientId, templateId, wabaId],
  );
  await owner.query(
    `update threads t set assignee_id = u.id, state = 'ACTIVE' from (select id from users limit 1) u
     where client_id = $1 and get_byte(uuid_send(t.id), 0) < 64`,
    [clientId],
  );
  await owner.query(
    `insert into messages (client_id, id, thread_id, channel_id, contact_id, direction, "to", source, medium, type, status,
       send_state, content, provider_message_id, created_by, "timestamp", sort_at)
     select client_id, gen_random_uuid(), id, channel_id, contact_id, 'OUTGOING', to_phone, 'BROADCAST', 'WEB_APP', 'template', 1,
       'accepted', jsonb_build_object('id', $3::text), 'wamid.' || md5(id::text), '01990003-0000-7000-8000-000000000001',
       now() - interval '1 hour' * (get_byte(uuid_send(id), 1) % 48),
       date_trunc('second', now() - interval '1 hour' * (get_byte(uuid_send(id), 1) % 48))
     from threads where client_id = $1 and channel_id = $2 and get_byte(uuid_send(id), 0) between 128 and 191`,
    [clientId, channelId, templateId],
  );
  await owner.query(
    `insert into suppressions (client_id, contact_id, source, active, scope, provider_at)
     select client_id, id, 'keyword', true, 'all', opted_out_at from contacts where client_id = $1 and opted_out_at is not null`,
    [clientId],
  );
  await owner.query('vacuum analyze');
  return { ...seed, templateId };
}
