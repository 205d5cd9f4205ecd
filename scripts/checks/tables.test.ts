import { describe, expect, it } from 'vitest';
import { findForeignReads, findForeignWrites, findStateWrites, readOwners } from './tables.ts';

const owners = readOwners([
  {
    path: 'apps/server/migrations/01_orders.sql',
    text: 'create table orders (id int);\ncreate table order_lines (id int);',
  },
  {
    path: 'apps/server/migrations/202612010900_stock_items.sql',
    text: `create table items (id int);
create function take_item(item int) returns void language sql as $$ update items set n = n - 1 where id = item $$;
create function count_items() returns int language sql as $$ select count(*) from items $$;`,
  },
]);
const file = (text: string, path = 'apps/server/src/features/orders/repo.ts') => [{ path, text }];

it('knows the owner of each table and of each function that writes', () => {
  expect(Object.fromEntries(owners.tables)).toEqual({ orders: 'orders', order_lines: 'orders', items: 'stock' });
  expect(Object.fromEntries(owners.functions)).toEqual({ take_item: 'stock' });
});

describe('a write to the table of another feature', () => {
  it.each([
    ['an insert', "statement('a.b', 'insert into items (id) values ($1)')", 'items'],
    ['an update', "statement('a.b', `update items i set n = 1 from orders o where o.id = i.id`)", 'items'],
    [
      'a delete behind a with',
      "statement('a.b', `with gone as (delete from items returning id) select id from gone`)",
      'items',
    ],
    ['a template with expressions', 'statement("a.b", `insert into items ($' + '{columns}) values ($1)`)', 'items'],
    ['a lock', "tx.run('lock table items in share mode')", 'items'],
    ['a function that writes', "statement('a.b', 'select take_item($1)')", 'take_item'],
    ['a table whose name is computed', 'tx.run(`delete from $' + '{table}`)', 'a computed name'],
  ])('is found: %s', (_what, text, name) => {
    expect(findForeignWrites(file(text), owners)).toMatchObject([{ name }]);
  });

  it.each([
    ['to an own table', "statement('a.b', 'update orders set n = 1')"],
    ['only a read', "statement('a.b', 'select count_items(), id from items for update')"],
    ['a sentence', "throw new Error('Update items first, then delete them.')"],
    ['a comment', '// insert into items\n/* delete from items */'],
  ])('is not: %s', (_what, text) => {
    expect(findForeignWrites(file(text), owners)).toEqual([]);
  });

  it('from platform and from the app is found too', () => {
    const text = "statement('a.b', 'delete from items')";
    for (const path of ['apps/server/src/platform/jobs/repo.ts', 'apps/server/src/app.ts'])
      expect(findForeignWrites(file(text, path), owners)).toHaveLength(1);
  });
});

describe('a read of what another feature owns', () => {
  const views = readOwners([
    {
      path: 'apps/server/migrations/01_team.sql',
      text: 'create table people (id int);\ncreate view shared_people as select id from people;',
    },
    {
      path: 'apps/server/migrations/202612010900_team_views.sql',
      text: 'create view team_letters as select null::int as id where false;',
    },
    {
      path: 'apps/server/migrations/202612010901_messaging_views.sql',
      text: 'create table letters (id int);\ncreate view shared_letters as select id from letters;\ncreate or replace view team_letters as select id from letters;',
    },
  ]);
  const readsOf = (feature: string, sql: string) =>
    findForeignReads(
      [{ path: `apps/server/src/features/${feature}/repo.ts`, text: `const part = \`${sql}\`` }],
      views,
    ).map(({ name, owner }) => `${name} of ${owner}`);

  it('is right through a shared view of a feature below', () => {
    expect(readsOf('messaging', 'select l.id from letters l join shared_people p on p.id = l.id')).toEqual([]);
  });

  it.each([
    ['of its table', 'messaging', 'select id from people', 'people of team'],
    ['in a list', 'messaging', 'select l.id from letters l, people p where l.id = p.id', 'people of team'],
    ['in a part of a statement', 'messaging', 'from people p where p.id = $1', 'people of team'],
    ['by its name and alias alone', 'messaging', 'people p', 'people of team'],
    ['of a feature above', 'team', 'select id from shared_letters', 'shared_letters of messaging'],
    ['of a feature beside', 'media', 'select id from shared_people', 'shared_people of team'],
    [
      'of a view that a feature below declared for itself',
      'messaging',
      'select id from team_letters',
      'team_letters of team',
    ],
  ])('is wrong %s', (_what, feature, sql, found) => {
    expect(readsOf(feature, sql)).toEqual([found]);
  });

  it('goes upwards through a view that the reader declares and the feature above fills', () => {
    expect(readsOf('team', 'select id from team_letters')).toEqual([]);
  });

  it('in a migration may be of a table below, and of none above', () => {
    const body = (sql: string) => `create function f() returns int language sql as $$ ${sql} $$;`;
    const inMigration = (feature: string, sql: string) =>
      findForeignReads([{ path: `apps/server/migrations/202612010902_${feature}_f.sql`, text: body(sql) }], views);
    expect(inMigration('messaging', 'select id from people')).toEqual([]);
    expect(inMigration('team', 'select id from letters')).toMatchObject([{ name: 'letters' }]);
    expect(
      findForeignWrites(
        [{ path: 'apps/server/migrations/202612010902_messaging_f.sql', text: body('delete from people') }],
        views,
      ),
    ).toHaveLength(1);
  });

  it.each([
    ['a part of the statement with that name', 'with people as (select 1 as id) select id from people'],
    ['a sentence', 'Take the letters from people.'],
  ])('is not %s', (_what, sql) => {
    expect(readsOf('messaging', sql)).toEqual([]);
  });
});

describe('the state of a message', () => {
  const update = "statement('a.b', `update messages m set version = 2, send_state = 'held' from x where m.id = x.id`)";

  it('is changed in one folder', () => {
    expect(findStateWrites(file(update))).toHaveLength(1);
    const made =
      'statement(`a.b`, `update messages m set $' + '{stateAfter("taken")}, version = m.version + 1 where id = $1`)';
    expect(findStateWrites(file(made, 'apps/server/src/features/messaging/state/repo.ts'))).toEqual([]);
  });

  it.each(["send_state = 'held'", 'status = 2', "send_state = case when ok then 'accepted' else m.send_state end"])(
    'is not written by hand in that folder either: %s',
    (assigned) => {
      const text = `statement('a.b', \`update messages m set ${assigned}, version = m.version + 1 where id = $1\`)`;
      expect(findStateWrites(file(text, 'apps/server/src/features/messaging/state/repo.ts'))).toHaveLength(1);
    },
  );

  it('may be a condition of other changes', () => {
    const text = "statement('a.b', `update messages set version = 2 where send_state = 'held'`)";
    expect(findStateWrites(file(text))).toEqual([]);
  });
});
