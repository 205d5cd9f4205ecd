import type pg from 'pg';
import type { EmbeddedPostgres } from '../postgres/embedded.ts';
import type { Secrets } from '../secrets.ts';
import type { ConnectionParts } from './connection.ts';

/** How the three roles reach the database. */
export type DatabaseTarget = {
  owner: pg.ClientConfig;
  app: ConnectionParts;
  system: ConnectionParts;
  /** For databases that ask for passwords; the embedded one trusts its socket folder. */
  rolePasswords?: { parley_app: string; parley_system: string };
};

export function embeddedTarget(postgres: EmbeddedPostgres): DatabaseTarget {
  return {
    owner: postgres.connection('parley_owner'),
    app: postgres.connection('parley_app'),
    system: postgres.connection('parley_system'),
  };
}

/**
 * DATABASE_URL names the owner, who may create roles; the passwords of the two login roles come from the
 * installation's key, so every process that shares it knows them.
 */
export function externalTarget(databaseUrl: string, secrets: Secrets): DatabaseTarget {
  const url = new URL(databaseUrl.replace('@/', '@localhost/'));
  const parts = {
    host: url.searchParams.get('host') ?? decodeURIComponent(url.hostname),
    port: url.port === '' ? Number(url.searchParams.get('port') ?? 5432) : Number(url.port),
    database: decodeURIComponent(url.pathname.slice(1)),
    ssl: ['require', 'verify-ca', 'verify-full'].includes(url.searchParams.get('sslmode') ?? ''),
  };
  const passwords = {
    parley_app: secrets.derive('database role parley_app'),
    parley_system: secrets.derive('database role parley_system'),
  };
  return {
    owner: { connectionString: databaseUrl },
    app: { ...parts, user: 'parley_app', password: passwords.parley_app },
    system: { ...parts, user: 'parley_system', password: passwords.parley_system },
    rolePasswords: passwords,
  };
}
