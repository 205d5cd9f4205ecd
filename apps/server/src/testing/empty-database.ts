import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A database without any table. */
export type EmptyDatabase = { url: string; owner: pg.Client; close(): Promise<void> };

/** @param ownerUrl an owner's URL of the PostgreSQL to use; default the run's */
export async function emptyDatabase(ownerUrl = inject('templateUrl')): Promise<EmptyDatabase> {
  const name = `empty_${randomBytes(6).toString('hex')}`;
  const at = (database: string) => ownerUrl.replace(/\/\w+\?/, `/${database}?`);
  await command(at('postgres'), `create database ${name}`);
  const owner = await connect(at(name));
  return {
    url: at(name),
    owner,
    async close() {
      await owner.end();
      await command(at('postgres'), `drop database ${name} with (force)`);
    },
  };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined); // The query fails with it, or none is running.
  await client.connect();
  return client;
}

async function command(url: string, text: string): Promise<void> {
  const client = await connect(url);
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
