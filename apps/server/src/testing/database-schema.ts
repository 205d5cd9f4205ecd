import type pg from 'pg';
import { findRoleNames } from '../platform/db/roles-repo.ts';

/**
 * The contents of a schema as sorted lines: tables, columns, constraints, indexes, sequences, functions, triggers,
 * policies, grants and statistics. Differences between databases of one schema are left out: the order of columns,
 * partitions of single days, names of not-null constraints, and the names of the login roles.
 */
export async function describeSchema(owner: pg.ClientBase): Promise<string[]> {
  const { app, system } = await findRoleNames(owner);
  const { rows } = await owner.query<{ line: string }>(schemaQuery);
  return rows.map(({ line }) => line.replaceAll(system, 'parley_system').replaceAll(app, 'parley_app')).sort();
}

const schemaQuery = `
with tables as (
  select c.* from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'S', 'v', 'm')
    and c.relname <> 'schema_migrations' and c.relname !~ '_[0-9]{8}$'
)
select format('table %s %s row security %s options %s grants %s', relname, relkind, relrowsecurity, reloptions,
  array(select a::text from unnest(relacl) a order by 1)) as line from tables
union all
select format('column %s.%s %s not null %s default %s generated %s identity %s collation %s', t.relname, a.attname,
  format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attgenerated, a.attidentity,
  a.attcollation)
from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum where t.relkind <> 'S'
union all
select format('constraint %s on %s %s', c.conname, t.relname, pg_get_constraintdef(c.oid))
from tables t join pg_constraint c on c.conrelid = t.oid where c.contype <> 'n'
union all
select pg_get_indexdef(i.indexrelid) from tables t join pg_index i on i.indrelid = t.oid
union all
select format('%s grants %s', pg_get_functiondef(p.oid), array(select a::text from unnest(p.proacl) a order by 1))
from pg_proc p where p.pronamespace = 'public'::regnamespace
  and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
union all
select pg_get_triggerdef(g.oid) from tables t join pg_trigger g on g.tgrelid = t.oid where not g.tgisinternal
union all
select format('policy %s on %s for %s permissive %s to %s using %s with check %s', p.polname, t.relname, p.polcmd,
  p.polpermissive, p.polroles::regrole[], pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
from tables t join pg_policy p on p.polrelid = t.oid
union all
select pg_get_statisticsobjdef(oid) from pg_statistic_ext
union all
select format('sequence %s %s', sequencename, data_type) from pg_sequences where schemaname = 'public'
union all
select format('extension %s', extname) from pg_extension
union all
select format('setting %s %s', r.rolname, s.setting) from pg_policy p
join pg_roles r on r.oid = any (p.polroles) cross join unnest(r.rolconfig) as s(setting)
where p.polrelid = 'clients'::regclass`;
