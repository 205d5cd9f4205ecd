import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';

export type TestNumberRow = {
  id: string;
  name: string;
  phone_number: string;
  match_key: string;
  code: string;
  verified_at: Date | null;
  created_by: string;
  created_at: Date;
};
const columns = 'id, name, phone_number, match_key, code, verified_at, created_by, created_at';

const list = statement(
  'channels.list_test_numbers',
  `select ${columns} from test_numbers where client_id = $1 order by position`,
);

export function listTestNumbers(tx: TenantTx): Promise<TestNumberRow[]> {
  return tx.rows(list, [tx.clientId]);
}

export type NewTestNumber = Omit<TestNumberRow, 'verified_at' | 'created_at'>;

const insert = statement(
  'channels.insert_test_number',
  `insert into test_numbers (client_id, id, position, name, phone_number, match_key, code, created_by)
   select $1, $2, free.position, $3, $4, $5, $6, $7 from (
     select min(s) as position from generate_series(1, 10) s
     where not exists (select from test_numbers n where n.client_id = $1 and n.position = s)) free
   where free.position is not null
   on conflict do nothing
   returning ${columns}`,
);

/** @returns null when the id, the number or the last free slot is taken */
export async function insertTestNumber(tx: TenantTx, number: NewTestNumber): Promise<TestNumberRow | null> {
  const { id, name, phone_number, match_key, code, created_by } = number;
  const [row] = await tx.rows<TestNumberRow>(insert, [
    ...[tx.clientId, id, name, phone_number, match_key, code, created_by],
  ]);
  return row ?? null;
}

const remove = statement('channels.delete_test_number', 'delete from test_numbers where client_id = $1 and id = $2');

/** @returns false when there is none */
export async function deleteTestNumber(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.run(remove, [tx.clientId, id])) === 1;
}

const verify = statement(
  'channels.verify_test_numbers',
  `update test_numbers n set verified_at = now()
   from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) as said (client_id, channel_id, match_key, code)
   join channels c on c.client_id = said.client_id and c.id = said.channel_id and c.kind = 'WHATSAPP' and not c.sandbox
   where n.client_id = said.client_id and n.match_key = said.match_key and n.code = said.code and n.verified_at is null`,
);

/** Senders of messages that match a code, and their channels. */
export type ReceivedCode = { clientId: string; channelId: string; matchKey: string; code: string };

/** Marks the numbers whose code came from themselves, by WhatsApp. */
export async function verifyTestNumbers(tx: Executor, said: readonly ReceivedCode[]): Promise<void> {
  await tx.run(verify, [
    said.map(({ clientId }) => clientId),
    said.map(({ channelId }) => channelId),
    said.map(({ matchKey }) => matchKey),
    said.map(({ code }) => code),
  ]);
}
