import type pg from 'pg';
import { quoteIdentifier } from './catalog-repo.ts';
import type { FileOfBackup, TableOfBackup } from './manifest.ts';

/** Statements on a temporary database that holds the rows of a backup. */

export async function createFileTable(client: pg.ClientBase): Promise<void> {
  await client.query(`create schema verified`);
  await client.query(
    `create table verified.files (path text primary key, size_bytes bigint not null, sha256 bytea not null)`,
  );
}

export async function addFiles(client: pg.ClientBase, files: readonly FileOfBackup[]): Promise<void> {
  await client.query('insert into verified.files select * from unnest($1::text[], $2::bigint[], $3::bytea[])', [
    files.map(({ path }) => path),
    files.map(({ sizeBytes }) => sizeBytes),
    files.map(({ sha256 }) => sha256),
  ]);
}

export async function findFiles(client: pg.ClientBase, paths: readonly string[]): Promise<FileOfBackup[]> {
  const { rows } = await client.query<FileOfBackup>(
    'select path, size_bytes as "sizeBytes", sha256 from verified.files where path = any ($1::text[])',
    [paths],
  );
  return rows;
}

export async function countRows(client: pg.ClientBase, { schema, name }: TableOfBackup): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*) as n from ${quoteIdentifier(schema)}.${quoteIdentifier(name)}`,
  );
  return rows[0]?.n ?? 0;
}
