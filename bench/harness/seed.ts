import type pg from 'pg';
import type { Account } from './accounts.ts';

/** Ids and numbers of seeded rows are computed from their index, so that every process can name them without a list. */
export const messageId = (account: number, n: number): string => `01990000-${hex(account, 4)}-7000-8000-${hex(n, 12)}`;
export const threadId = (account: number, n: number): string => `01990001-${hex(account, 4)}-7000-8000-${hex(n, 12)}`;
export const providerId = (account: number, n: number): string =>
  `wamid.HBgMNDkxNTAwMDAwMDAwFQIAERgS${hex(account, 4)}${hex(n, 14)}AA==`;
/** A known customer: German mobile digits. */
export const knownPhone = (account: number, n: number): string => `49151${pad(account, 2)}${pad(n, 7)}`;
/** The same customer's business-scoped id, which every current delivery contains beside the number. */
export const userIdOf = (phone: string): string => `DE.${phone}0001`;
/** A new customer. */
export const newPhone = (account: number, n: number): string => `49160${pad(account, 2)}${pad(n, 7)}`;

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
const pad = (value: number, digits: number) => String(value).padStart(digits, '0');

/**
 * Customers with open windows, and messages sent to them that WhatsApp accepted, in the order of sending.
 * @param sizes the number of each per account
 */
export async function seedAccounts(
  owner: pg.Client,
  accounts: readonly Account[],
  sizes: { customers: number; messages: number },
): Promise<void> {
  for (const [index, account] of accounts.entries()) {
    const { clientId, channelId } = account;
    const place = [clientId, index];
    await owner.query('begin');
    await owner.query(
      `insert into contacts (client_id, id, name, phone_number, user_id)
       select $1, ${uuid('01990002')}, 'Customer ' || n, ${phone('49151')}, 'DE.' || ${phone('49151')} || '0001'
       from generate_series(0, $3::int - 1) n`,
      [...place, sizes.customers],
    );
    await owner.query(
      `insert into contact_identities (client_id, kind, key, contact_id, value)
       select $1, k.kind, k.head || ${phone('49151')} || k.tail, ${uuid('01990002')}, k.head || ${phone('49151')} || k.tail
       from generate_series(0, $3::int - 1) n, (values ('phone', '', ''), ('user', 'DE.', '0001')) k(kind, head, tail)`,
      [...place, sizes.customers],
    );
    await owner.query(
      `insert into threads (client_id, id, channel_id, contact_id, to_phone, window_expires_at)
       select $1, ${uuid('01990001')}, $4, ${uuid('01990002')}, ${phone('49151')}, now() + interval '1 day'
       from generate_series(0, $3::int - 1) n`,
      [...place, sizes.customers, channelId],
    );
    await owner.query(
      `insert into messages (client_id, id, thread_id, channel_id, contact_id, direction, "to", source, medium, type, status,
         send_state, content, provider_message_id, created_by, "timestamp", sort_at)
       select $1, ${uuid('01990000')}, ${uuid('01990001', 'n % $5::int')}, $4, ${uuid('01990002', 'n % $5::int')}, 'OUTGOING',
         ${phone('49151', 'n % $5::int')}, 'INBOX', 'WEB_APP', 'text', 1, 'accepted',
         jsonb_build_object('body', 'Your parcel ' || n || ' is on its way and arrives tomorrow before noon.', 'preview_url', false),
         'wamid.HBgMNDkxNTAwMDAwMDAwFQIAERgS' || lpad(to_hex($2::int), 4, '0') || lpad(to_hex(n), 14, '0') || 'AA==',
         '01990003-0000-7000-8000-000000000001', now(), date_trunc('second', now())
       from generate_series(0, $3::int - 1) n`,
      [...place, sizes.messages, channelId, Math.max(1, sizes.customers)],
    );
    await owner.query('commit');
  }
  // A server that has run for a day has done this automatically.
  await owner.query('vacuum analyze');
}

function uuid(head: string, n = 'n'): string {
  return `('${head}-' || lpad(to_hex($2::int), 4, '0') || '-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
}

function phone(head: string, n = 'n'): string {
  return `('${head}' || lpad(($2::int)::text, 2, '0') || lpad((${n})::text, 7, '0'))`;
}
