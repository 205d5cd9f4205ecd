import { createHash } from 'node:crypto';
import type pg from 'pg';

/** The two login roles of an installation. */
export type RoleNames = { app: string; system: string };

/** Their names in migrations; each database of a cluster has its own. */
const nameInMigrations = /\bparley_(app|system)\b/g;

/**
 * Roles belong to a whole cluster, so each database has its own: another installation must not share their passwords.
 */
export async function findRoleNames(owner: pg.ClientBase): Promise<RoleNames> {
  return (await readRoleNames(owner)) ?? (await chooseRoleNames(owner));
}

/** @returns null before the first table was created */
async function readRoleNames(owner: pg.ClientBase): Promise<RoleNames | null> {
  const { rows } = await owner.query<{ policy: string; role: string }>(
    `select p.polname as policy, r.rolname as role from pg_policy p join pg_roles r on r.oid = any (p.polroles)
     where p.polrelid = to_regclass('public.clients') and p.polname in ('tenant', 'everything')`,
  );
  const app = rows.find(({ policy }) => policy === 'tenant')?.role;
  const system = rows.find(({ policy }) => policy === 'everything')?.role;
  return app === undefined || system === undefined ? null : { app, system };
}

async function chooseRoleNames(owner: pg.ClientBase): Promise<RoleNames> {
  const { rows } = await owner.query<{ name: string; id: string }>(
    'select datname as name, oid as id from pg_database where datname = current_database()',
  );
  const { name = 'parley', id = '' } = rows[0] ?? {};
  const names = roleNamesOf(name);
  const { rows: used } = await owner.query(
    `select from pg_shdepend d join pg_roles r on d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid
     where r.rolname = any ($1) and d.dbid not in (0, $2) limit 1`,
    [[names.app, names.system], id],
  );
  return used.length === 0 ? names : roleNamesOf(`${name}_${id}`);
}

/** The roles of a database by its name: `parley_app` and `parley_system` for `parley`. */
export function roleNamesOf(database: string): RoleNames {
  const plain = database.toLowerCase().replaceAll(/[^a-z0-9_]/g, '_');
  const isUsable = plain === database && /^[a-z_]/.test(plain) && plain.length <= 50;
  const digest = createHash('sha256').update(database).digest('hex').slice(0, 8);
  // PostgreSQL truncates names at 63 bytes.
  const base = isUsable ? plain : `parley_${plain.slice(0, 40)}_${digest}`;
  return { app: `${base}_app`, system: `${base}_system` };
}

/** A migration's text with its database's names for the roles. */
export function withRoleNames(text: string, names: RoleNames): string {
  return text.replaceAll(nameInMigrations, (_name, role: 'app' | 'system') => names[role]);
}
