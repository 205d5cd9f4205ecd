import type { Client } from '@parley/contract/types';
import type pg from 'pg';
import { apiCall } from '../api-call.ts';
import { type Installation, inTransaction } from './installation.ts';
import { ensureUser, type SignIn } from './members.ts';
import { recountReports, requestReload } from './shift-timestamps.ts';

export const largeOwner: SignIn = {
  name: 'Nora Petrov',
  email: 'large@kestrel.example',
  password: 'a million riders at dawn',
};

/** The size that lists and pages are measured at: one account this large among fifty. */
const fullSize = { contacts: 1_000_000, threads: 200_000, messages: 5_000_000 };
const accounts = 50;
/** The others are ordinary: their part of the large one. */
const ordinaryShare = 1 / 1_000;
/** The longest thread's part of all messages: 50,000 at full size. */
const longestShare = 0.01;
/** How many messages a thread has, as multiples of the average; they add up to their number. */
const spread = [0.1, 0.3, 0.5, 0.8, 1.2, 1.7, 2.4];
const contactsAStatement = 50_000;
const messagesAStatement = 50_000;

type Size = typeof fullSize;
type Account = { clientId: string; channelId: string; uid: string };

/**
 * Fifty accounts, one of them large, written set by set as the owner of the database.
 * @param scale of the large account, 1 is full size
 * @returns false when it was there already
 */
export async function seedLarge(
  installation: Installation,
  scale: number,
  say: (line: string) => void,
): Promise<boolean> {
  const { owner } = installation;
  const user = await ensureUser(installation, largeOwner);
  const { rowCount: present } = await owner.query('select from client_users where user_id = $1', [user.uid]);
  if ((present ?? 0) > 0) return false;
  const large = scaled(fullSize, scale);
  const ordinary = scaled(large, ordinaryShare);
  const began = Date.now();
  for (let number = accounts; number >= 1; number--) {
    const size = number === 1 ? large : ordinary;
    const name = number === 1 ? 'Kestrel Worldwide' : `Kestrel branch ${number}`;
    const account = await makeAccount(installation, name, user);
    await fillAccount(owner, account, size, number === 1 ? say : () => undefined);
  }
  await owner.query('analyze');
  const { rows } = await owner.query<{ contacts: number; threads: number; messages: number }>(
    `select (select count(*)::int from contacts) as contacts, (select count(*)::int from threads) as threads,
       (select count(*)::int from messages) as messages`,
  );
  const { contacts = 0, threads = 0, messages = 0 } = rows[0] ?? {};
  say(
    `${contacts} contacts, ${threads} threads, ${messages} messages in ${Math.round((Date.now() - began) / 1_000)} s.`,
  );
  return true;
}

function scaled(size: Size, scale: number): Size {
  const part = (count: number) => Math.max(1, Math.round(count * scale));
  return { contacts: part(size.contacts), threads: part(size.threads), messages: part(size.messages) };
}

/** The newest account is the one a sign-in begins in, so the large one is made last. */
async function makeAccount(
  { owner, url }: Installation,
  name: string,
  { uid, token }: { uid: string; token: string },
): Promise<Account> {
  const body = { name, country: 'GB', time_zone: 'Europe/London' };
  const { client_id: clientId } = await apiCall<Client>(url, 'POST', '/api/clients', body, token);
  const { rows } = await owner.query<{ id: string }>('select id from channels where client_id = $1', [clientId]);
  const [channel] = rows;
  if (channel === undefined) throw new Error('The account has no channel. Is the server started with SANDBOX=off?');
  return { clientId, channelId: channel.id, uid };
}

async function fillAccount(owner: pg.Pool, account: Account, size: Size, say: (line: string) => void): Promise<void> {
  for (let from = 1; from <= size.contacts; from += contactsAStatement) {
    const to = Math.min(size.contacts, from + contactsAStatement - 1);
    await owner.query(insertContacts, [account.clientId, from, to]);
    if (to % 200_000 === 0 || to === size.contacts) say(`${to} contacts`);
  }
  await owner.query('analyze contacts, contact_identities');
  const average = Math.max(1, (size.messages * (1 - longestShare)) / size.threads);
  const threadsAStatement = Math.max(1, Math.floor(messagesAStatement / average));
  for (let from = 1, step = 1; from <= size.threads; from += threadsAStatement, step++) {
    const to = Math.min(size.threads, from + threadsAStatement - 1);
    const longest = from === 1 ? Math.max(1, Math.round(size.messages * longestShare)) : null;
    await insertConversations(owner, account, { from, to, average, longest });
    if (step % 20 === 0 || to === size.threads) say(`${to} threads with their messages`);
  }
  await requestReload(owner, account.clientId);
  await recountReports(owner, account.clientId);
}

type Range = { from: number; to: number; average: number; longest: number | null };

async function insertConversations(owner: pg.Pool, account: Account, range: Range): Promise<void> {
  const { clientId, channelId, uid } = account;
  await inTransaction(owner, async (client) => {
    await client.query(planTable);
    await client.query(planConversations, [clientId, range.from, range.to, range.average, spread, range.longest]);
    await client.query(insertThreads, [clientId, channelId, uid]);
    // Foreign keys are checked by a plan from when the table was empty, one scan per row, unless it is planned again.
    await client.query('analyze plan, threads');
    await client.query(insertMessages, [clientId, channelId, uid]);
  });
}

const insertContacts = `
  with made as (
    insert into contacts (client_id, id, name, phone_number, created_at)
    select $1::uuid, uuidv7(),
      (array['Amara','Björn','Chloé','Dmitri','Esra','Fatima','Giulia','Hiroshi','Ivana','João','Katarzyna','Liam',
        'Mei','Ngozi','Olu','Priya','Quentin','Rosa','Søren','Tariq','Ursula','Vikram','Wanda','Xin','Yusuf','Zeynep'])[1 + n % 26]
      || ' ' ||
      (array['Abbott','Bianchi','Castro','Dubois','Eriksen','Fischer','García','Haddad','Ivanov','Jansen','Kowalski',
        'Lindqvist','Moreau','Nakamura','Okafor','Papadakis','Quiroga','Rossi','Silva','Tanaka','Ueda','Vargas',
        'Williams','Xu','Yilmaz','Zhang','O’Neill','de Vries','MacLeod'])[1 + (n / 26) % 29]
      || ' ' || n,
      '4420' || lpad(n::text, 8, '0'), now() - power(random(), 2) * interval '700 days'
    from generate_series($2::int, $3::int) as n
    returning client_id, id, phone_number
  )
  insert into contact_identities (client_id, kind, key, contact_id, value)
  select client_id, 'phone', phone_number, id, phone_number from made`;

const planTable = `
  create temporary table plan (
    n int, thread_id uuid, contact_id uuid, phone text, messages int, last_at timestamptz, gap interval
  ) on commit drop`;

const planConversations = `
  insert into plan
  select n, uuidv7(), i.contact_id, i.key,
    case when n = 1 and $6::int is not null then $6::int
      else greatest(1, round($4::float8 * ($5::float8[])[1 + n % array_length($5::float8[], 1)]))::int end,
    now() - power(random(), 3) * interval '180 days' - interval '1 minute',
    (2 + random() * 240) * interval '1 minute'
  from generate_series($2::int, $3::int) as n
  join contact_identities i on i.client_id = $1::uuid and i.kind = 'phone' and i.key = '4420' || lpad(n::text, 8, '0')`;

const insertThreads = `
  insert into threads (client_id, id, channel_id, contact_id, to_phone, state, assignee_id, window_expires_at, unread_count, created_at)
  select $1::uuid, thread_id, $2::uuid, contact_id, phone,
    case when last_at < now() - interval '3 days' and n % 10 < 8 then 'DONE' else 'ACTIVE' end,
    case when n % 3 = 0 then null else $3::uuid end,
    last_at - case when messages % 2 = 0 then gap else interval '0' end + interval '24 hours',
    case when messages % 2 = 1 and n % 5 = 0 then 1 + n % 3 else 0 end,
    last_at - (messages - 1) * gap
  from plan`;

// A customer writes the odd messages, the team the even ones.
const insertMessages = `
  with made as (
    insert into messages (client_id, id, thread_id, channel_id, contact_id, direction, "to", source, medium, type,
      status, send_state, content, provider_message_id, created_at, created_by, "timestamp", sort_at)
    select $1::uuid, id, thread_id, $2::uuid, contact_id,
      case when k % 2 = 1 then 'INCOMING' else 'OUTGOING' end, phone, 'INBOX',
      case when k % 2 = 1 then 'WEBHOOK' else 'WEB_APP' end, 'text',
      case when k % 2 = 1 then 2 else 3 end, case when k % 2 = 1 then null else 'accepted' end,
      jsonb_build_object('preview_url', false, 'body',
        (array['Is the blue frame still in stock','When can I collect order','Thank you for the quick repair of','The delivery came without',
          'Could you check the brakes of','Please keep one for me until','How much is the large one with','It fits perfectly, greetings from',
          'We open at nine and look at','Your bike is ready, ticket'])[1 + (n + k) % 10] || ' ' || (n * 31 + k * 7) % 99991),
      'wamid.' || id, at, case when k % 2 = 1 then 'webhook' else $3::text end, at, date_trunc('second', at)
    from (
      select p.*, k, uuidv7() as id, p.last_at - (p.messages - k) * p.gap as at
      from plan p cross join lateral generate_series(1, p.messages) as k
      order by at
    ) as lines
    returning thread_id, id, "timestamp", sort_at
  ), last as (
    select distinct on (thread_id) * from made order by thread_id, sort_at desc, id desc
  )
  update threads t
  set last_message_id = last.id, last_message_at = last."timestamp", last_sort_at = last.sort_at
  from last where t.client_id = $1::uuid and t.id = last.thread_id`;
