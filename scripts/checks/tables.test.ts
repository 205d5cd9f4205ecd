import { describe, expect, it } from 'vitest';
import { findForeignReads, findForeignWrites, findStateWrites, findUnlisted, readOwners, writeKey } from './tables.ts';

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

describe('a read of the table of another feature', () => {
  const read = "statement('a.b', 'select o.id from orders o join items i on i.id = o.id')";
  it('is found, but not in a query file', () => {
    expect(findForeignReads(file(read), owners)).toMatchObject([{ name: 'items', owner: 'stock' }]);
    expect(findForeignReads(file("const part = 'join items i on i.id = o.id'"), owners)).toHaveLength(1);
    for (const name of ['order-query.ts', 'query-repo.ts', 'order-query-repo.ts'])
      expect(findForeignReads(file(read, `apps/server/src/features/orders/${name}`), owners)).toEqual([]);
  });
});

it('reports unlisted uses', () => {
  const found = findForeignWrites(file("statement('a.b', 'delete from items')"), owners);
  expect(findUnlisted(found, {}, writeKey)).toEqual([
    'apps/server/src/features/orders/repo.ts: items belongs to stock (orders → items)',
  ]);
  expect(findUnlisted(found, { 'orders → items': 'a reason' }, writeKey)).toEqual([]);
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
