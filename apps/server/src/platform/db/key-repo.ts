import type pg from 'pg';
import { ConfigError } from '../config.ts';
import type { Secrets } from '../secrets.ts';

/**
 * Checks whether the rows of a database were sealed with this installation's key. Changes nothing.
 * @throws ConfigError when they were sealed with another one
 */
export async function checkKey(owner: pg.ClientBase, secrets: Secrets): Promise<void> {
  const known = await readKeyId(owner);
  if (known !== null && !secrets.keyIds.includes(known)) throw wrongKey();
}

/**
 * Stores the key's identity for a new installation, or its successor's; of processes that start at once with
 * different keys, one wins.
 * @throws ConfigError in the others
 */
export async function claimKey(owner: pg.ClientBase, secrets: Secrets): Promise<void> {
  const [present, ...before] = secrets.keyIds;
  await owner.query(
    `insert into installation (key_id) values ($1)
     on conflict (only_one) do update set key_id = excluded.key_id where installation.key_id = any ($2)`,
    [present, before],
  );
  await checkKey(owner, secrets);
}

async function readKeyId(owner: pg.ClientBase): Promise<string | null> {
  const { rows: tables } = await owner.query<{ found: boolean }>(
    `select to_regclass('installation') is not null as found`,
  );
  if (tables[0]?.found !== true) return null;
  const { rows } = await owner.query<{ key_id: string }>('select key_id from installation');
  return rows[0]?.key_id ?? null;
}

function wrongKey(): ConfigError {
  return new ConfigError(
    'SECRET_KEY: this database belongs to an installation with another key. Set SECRET_KEY to the same value in all its processes, or, if it began without one, use the DATA_DIR that holds its file secret-key.',
  );
}
