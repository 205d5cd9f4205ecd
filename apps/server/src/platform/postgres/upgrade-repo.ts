import { Client, type ClientConfig } from 'pg';
import { databaseName } from './paths.ts';

/** A cluster whose first start was killed has no database of ours yet. */
export async function hasDatabase(connection: ClientConfig): Promise<boolean> {
  const found = await withClient(connection, (client) =>
    client.query('select from pg_database where datname = $1', [databaseName]),
  );
  return found.rowCount === 1;
}

export async function createDatabase(connection: ClientConfig): Promise<void> {
  await withClient(connection, (client) => client.query(`create database ${databaseName}`));
}

async function withClient<T>(connection: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(connection);
  client.on('error', () => {}); // A lost connection rejects the running query anyway.
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
