import type pg from 'pg';
import type { EmbeddedPostgres } from '../postgres/embedded.ts';
import type { Secrets } from '../secrets.ts';
import type { ConnectionParts } from './connection.ts';
import { rolePassword } from './migrate.ts';
import type { RoleNames } from './roles-repo.ts';

/** The address and credentials of a database. */
export type DatabaseTarget = {
  owner: pg.ClientConfig;
  /** The database requires passwords of the login roles; the embedded one trusts its socket folder. */
  needsPasswords: boolean;
  /** The connection settings of a login role. */
  connectionAs(role: string): ConnectionParts;
};

/** The connection settings of the two login roles. */
export function loginConnections(
  target: DatabaseTarget,
  roles: RoleNames,
): { app: ConnectionParts; system: ConnectionParts } {
  return { app: target.connectionAs(roles.app), system: target.connectionAs(roles.system) };
}

export function embeddedTarget(postgres: EmbeddedPostgres): DatabaseTarget {
  return {
    owner: postgres.connection('parley_owner'),
    needsPasswords: false,
    connectionAs: (role) => postgres.connection(role),
  };
}

/**
 * DATABASE_URL names the owner, who may create roles; the passwords of the two login roles are derived from the
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
  return {
    owner: { connectionString: databaseUrl },
    needsPasswords: true,
    connectionAs: (role) => ({ ...parts, user: role, password: rolePassword(secrets, role) }),
  };
}
