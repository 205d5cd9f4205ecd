import type pg from 'pg';

type Column = { name: string; type: string; required: boolean; values: string | null };
type Reference = { columns: string[]; table: string; targets: string[] };

/** Values by column that what is derived from the schema gets wrong, as SQL. */
export type GivenValues = Readonly<Record<string, Readonly<Record<string, string>>>>;

const columnsQuery = `
  select a.attname as name, format_type(a.atttypid, null) as type,
    a.attnotnull and d.adbin is null as required,
    (select substring(pg_get_constraintdef(k.oid) from '= ANY \\(+ARRAY\\[''([^'']*)''') from pg_constraint k
     where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum] limit 1) as values
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''`;
const referencesQuery = `
  select array(select a.attname::text from unnest(k.conkey) with ordinality c(no, place)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.no order by place) as columns,
    k.confrelid::regclass::text as "table",
    array(select a.attname::text from unnest(k.confkey) with ordinality c(no, place)
      join pg_attribute a on a.attrelid = k.confrelid and a.attnum = c.no order by place) as targets
  from pg_constraint k where k.conrelid = $1::regclass and k.contype = 'f' and k.conparentid = 0`;

const samples: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()',
  text: `'sample'`,
  boolean: 'true',
  integer: '1',
  smallint: '1',
  bigint: '1',
  numeric: '1.25',
  real: '0.5',
  'double precision': '0.5',
  bytea: `'\\x01ff'::bytea`,
  jsonb: `'{"a": [1, "é"]}'::jsonb`,
  date: `date '2026-11-20'`,
  'timestamp with time zone': `timestamptz '2026-11-20 10:00:00.123456+00'`,
  'time without time zone': `time '10:00'`,
  interval: `interval '1 day'`,
  inet: `inet '192.0.2.1'`,
};

/**
 * Gives tables without rows of an account one row each, derived from the schema: all columns have a value where the
 * constraints allow it, else those that need one.
 * @returns the tables that stay empty, with the reason
 */
export async function fillTables(
  owner: pg.ClientBase,
  clientId: string,
  tables: readonly string[],
  given: GivenValues,
): Promise<Record<string, string>> {
  let left = new Map<string, string>(tables.map((table) => [table, '']));
  // The rows are samples: nothing is to be counted or told because of them.
  await owner.query(`set session_replication_role = 'replica'`);
  for (let before = Number.POSITIVE_INFINITY; left.size < before; ) {
    before = left.size;
    const problems = new Map<string, string>();
    for (const table of left.keys()) {
      const problem = await fill(owner, clientId, table, given[table] ?? {});
      if (problem !== null) problems.set(table, problem);
    }
    left = problems;
  }
  await owner.query('reset session_replication_role');
  return Object.fromEntries(left);
}

async function fill(
  owner: pg.ClientBase,
  clientId: string,
  table: string,
  given: Readonly<Record<string, string>>,
): Promise<string | null> {
  const { rows: columns } = await owner.query<Column>(columnsQuery, [table]);
  const { rows: references } = await owner.query<Reference>(referencesQuery, [table]);
  let problem = '';
  for (const all of [true, false]) {
    const values = new Map<string, string>();
    for (const { name, type, required, values: allowed } of columns) {
      if (name === 'client_id') values.set(name, `'${clientId}'`);
      else if (name in given) values.set(name, given[name] ?? '');
      else if (all || required) values.set(name, allowed === null ? sampleOf(type) : `'${allowed}'`);
    }
    for (const { columns: own, table: to, targets } of references) {
      const named = own.filter((column) => column !== 'client_id');
      if (!named.some((column) => values.has(column)) || named.some((column) => column in given)) continue;
      const found = await owner.query<Record<string, string>>(
        `select ${targets.map((target) => `quote_literal(r.${target}) as ${target}`).join(', ')} from ${to} r
         ${targets.includes('client_id') ? `where r.client_id = '${clientId}'` : ''}
         -- Of rows that are exported only when complete, the one made here.
         order by r.ctid desc limit 1`,
      );
      const row = found.rows[0];
      for (const [index, column] of own.entries()) {
        const value = row?.[targets[index] ?? ''];
        if (value !== undefined) values.set(column, value);
        else if (columns.some(({ name, required }) => name === column && required)) return `needs a row of ${to}`;
        else values.set(column, 'null');
      }
    }
    const insert = `insert into ${table} (${[...values.keys()].map((name) => `"${name}"`).join(', ')})
      values (${[...values.values()].join(', ')})`;
    try {
      await owner.query(insert);
      return null;
    } catch (error) {
      problem = (error as Error).message;
    }
  }
  return problem;
}

function sampleOf(type: string): string {
  if (type.endsWith('[]')) return `array[${samples[type.slice(0, -2)] ?? 'null'}]::${type}`;
  return samples[type] ?? 'null';
}
