import { describe, expect, it } from 'vitest';
import { findMarks, findSqlOutsideRepos, marks } from './sources.ts';

const file = (path: string, text: string) => ({ path, text });

describe('SQL outside repositories', () => {
  const found = (path: string, text: string) => findSqlOutsideRepos([file(path, text)], {});

  it.each([
    `const a = statement('x', 'select 1');`,
    'await client.query(`select id from threads`);',
    "await client.query('DELETE FROM threads');",
    'const text = `\n  with input as materialized (select 1) select 2`;',
    "tx.raw('insert into messages values (1)')",
    "tx.raw('update threads set state = 1')",
  ])('is found in %j', (text) => {
    expect(found('apps/server/src/features/inbox/service.ts', text)).toHaveLength(1);
  });

  it('is allowed in a repository', () => {
    expect(found('apps/server/src/features/messaging/send/send-repo.ts', `statement('x', 'select 1')`)).toEqual([]);
  });

  it.each([`const choice = 'select a channel';`, `const { query } = call;`, `log('updated: with care')`])(
    'does not match prose: %j',
    (text) => {
      expect(found('apps/server/src/features/inbox/words.ts', text)).toEqual([]);
    },
  );
});

describe('marks', () => {
  const natives = 'native selects, dates, times and details only in the UI kit';

  it.each([
    ['no unfinished work', 'a.ts', '// TODO later'],
    ['no unfinished work', 'a.css', '/* FIXME */'],
    ['no unfinished work', 'a.tsx', '<p>coming soon</p>'],
    ['no silenced checks', 'a.ts', '// @ts-ignore'],
    ['no silenced checks', 'a.ts', '// biome-ignore lint: because'],
    ['no skipped tests', 'a.test.ts', 'it.skip("x", () => {})'],
    ['no skipped tests', 'a.spec.ts', 'test.only("x", () => {})'],
    ['no direction as a selector', 'a.css', ':dir(rtl) > .time { direction: ltr; }'],
    [natives, 'apps/web/src/features/a/b.tsx', '<select value="a">'],
    [natives, 'apps/web/src/app/b.tsx', '<details><summary>More</summary></details>'],
    [natives, 'apps/web/src/features/a/b.tsx', '<TextField type="datetime-local" />'],
    [natives, 'apps/web/src/features/a/b.tsx', "<input type={isDay ? 'date' : 'text'} />"],
  ])('%s finds %s: %s', (name, path, text) => {
    const mark = marks.find((each) => each.name === name);
    expect(mark && findMarks([file(path, text)], mark)).toHaveLength(1);
  });

  it('does not match ordinary code', () => {
    const ordinary = [
      file('a.ts', 'const todo = skip.only;'),
      file('a.test.ts', 'it("skips nothing", () => expect.any(String))'),
      file('apps/web/src/ui/select.tsx', '<select value="a">'),
      file('apps/web/src/features/a/b.tsx', '<Select value="a" /><TextField type="number" />'),
    ];
    for (const mark of marks) expect(findMarks(ordinary, mark)).toEqual([]);
  });
});
