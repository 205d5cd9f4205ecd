import type pg from 'pg';
import type { Account } from './accounts.ts';

/** Shares of the contacts that match a filter, so that common, rare and empty results are all measured. */
export type ContactSeed = { lists: Record<'many' | 'some' | 'few', string>; city: string };

const atOnce = 50_000;
const listNames = { many: 'Newsletter', some: 'Fair', few: 'Press' } as const;

/**
 * Contacts of one account with names, fields, lists, consent and conversations, inserted in sets; ids are random,
 * like those of contacts created over years by several programs.
 * @param count contacts, a fifth of them with a conversation
 */
export async function seedContacts(
  owner: pg.Client,
  account: Account,
  count: number,
  say: (line: string) => void,
): Promise<ContactSeed> {
  const { clientId, channelId } = account;
  const fields: number[] = [];
  for (const [position, [name, type]] of (
    [
      ['City', 'text'],
      ['Age', 'number'],
      ['Born', 'date'],
    ] as const
  ).entries()) {
    const { rows } = await owner.query<{ no: number }>(
      `insert into contact_fields (client_id, no, name, type, position) values ($1, nextval('contact_field_no'), $2, $3, $4) returning no`,
      [clientId, name, type, position],
    );
    fields.push(rows[0]?.no ?? 0);
  }
  const lists: Record<string, string> = {};
  for (const [key, name] of Object.entries(listNames)) {
    const { rows } = await owner.query<{ id: string }>(
      'insert into contact_lists (client_id, id, name) values ($1, gen_random_uuid(), $2) returning id',
      [clientId, name],
    );
    lists[key] = rows[0]?.id ?? '';
  }
  for (let from = 1; from <= count; from += atOnce) {
    const to = Math.min(count, from + atOnce - 1);
    await owner.query(insertContacts, [clientId, from, to, ...fields]);
    await owner.query(insertMembers, [clientId, from, to, lists['many'], lists['some'], lists['few']]);
    await owner.query(insertThreads, [clientId, from, to, channelId]);
    if (to % 200_000 === 0 || to === count) say(`  ${to} contacts`);
  }
  await owner.query('vacuum analyze');
  return { lists: lists as ContactSeed['lists'], city: 'Leeds' };
}

const insertContacts = `
  with made as (
    insert into contacts (client_id, id, name, phone_number, created_at, origin, custom_fields, opted_in_at, opt_in_source, opted_out_at)
    select $1::uuid, md5('contact ' || n)::uuid,
      case when n = 4242 then 'Zaphod Beeblebrox' else
      (array['Amara','Björn','Chloé','Dmitri','Esra','Fatima','Giulia','Hiroshi','Ivana','João','Katarzyna','Liam',
        'Mei','Ngozi','Olu','Priya','Quentin','Rosa','Søren','Tariq','Ursula','Vikram','Wanda','Xin','Yusuf','Zeynep'])[1 + n % 26]
      || ' ' ||
      (array['Abbott','Bianchi','Castro','Dubois','Eriksen','Fischer','García','Haddad','Ivanov','Jansen','Kowalski',
        'Lindqvist','Moreau','Nakamura','Okafor','Papadakis','Quiroga','Rossi','Silva','Tanaka','Ueda','Vargas',
        'Williams','Xu','Yilmaz','Zhang','O’Neill','de Vries','MacLeod'])[1 + (n / 26) % 29] end,
      '49151' || lpad(n::text, 8, '0'), now() - ((n * 7919::bigint) % 63072000) * interval '1 second',
      (array['WEBHOOK','WEBHOOK','WEBHOOK','IMPORT','IMPORT','API','WEB_APP'])[1 + n % 7],
      case when n % 10 = 9 then '{}'::jsonb else jsonb_build_object(
        $4::int, (array['Leeds','York','Bath','Hull','Truro','Ely','Ripon','Wells'])[1 + n % 8] || case when n % 1000 = 0 then ' ' || n else '' end,
        $5::int, ((n * 31) % 97)::text,
        $6::int, to_char(date '1950-01-01' + ((n * 13) % 20000), 'YYYY-MM-DD')) end,
      case when n % 3 = 0 then now() - ((n * 104729::bigint) % 31536000) * interval '1 second' end,
      case when n % 3 = 0 then 'Fair ' || n % 5 end,
      case when n % 50 = 1 then now() - ((n * 1299709::bigint) % 31536000) * interval '1 second' end
    from generate_series($2::int, $3::int) as n
    returning client_id, id, phone_number
  )
  insert into contact_identities (client_id, kind, key, contact_id, value)
  select client_id, 'phone', phone_number, id, phone_number from made`;

const insertMembers = `
  insert into contact_list_members (client_id, contact_list_id, contact_id)
  select $1::uuid, l.id, md5('contact ' || n)::uuid
  from generate_series($2::int, $3::int) as n
  join (values ($4::uuid, 5, 2), ($5::uuid, 100, 7), ($6::uuid, 50000, 11)) l(id, every, rest) on case l.every when 5 then n % 5 < 2 else n % l.every = l.rest end`;

const insertThreads = `
  insert into threads (client_id, id, channel_id, contact_id, to_phone, last_message_at, last_sort_at)
  select $1::uuid, md5('thread ' || n)::uuid, $4::uuid, md5('contact ' || n)::uuid, '49151' || lpad(n::text, 8, '0'), at, at
  from (select n, now() - ((n * 15485863::bigint) % 15552000) * interval '1 second' as at
    from generate_series($2::int, $3::int) as n where n % 5 = 0) x`;
