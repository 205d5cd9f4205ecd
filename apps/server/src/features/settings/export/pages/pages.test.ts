import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../../platform/ids.ts';
import { entriesOf, exportInto } from '../../../../testing/account-export.ts';
import { testFolder } from '../../../../testing/backup.ts';
import { customerWrites, queryAsOwner } from '../../../../testing/inbox.ts';
import { freshPhone } from '../../../../testing/phones.ts';
import { testWorld, type World } from '../../../../testing/world.ts';

const hostile = `</p><script>alert(1)</script><img src=x onerror="alert(2)">'"&amp; \u202e]]></script>`;
const escaped =
  '&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&quot;alert(2)&quot;&gt;&#39;&quot;&amp;amp;';

let world: World;
let folder: Awaited<ReturnType<typeof testFolder>>;
let entries: Map<string, Buffer>;
let threadId: string;
beforeAll(async () => {
  world = await testWorld();
  folder = await testFolder();
  const { owner } = world.server;
  const thread = await customerWrites(world, freshPhone(), hostile);
  threadId = thread.id;
  await queryAsOwner(owner, 'update contacts set name = $1', [hostile]);
  await queryAsOwner(
    owner,
    `insert into messages (client_id, id, thread_id, channel_id, contact_id, direction, source, medium, type, status, content, created_by,
       "timestamp", sort_at)
     select client_id, gen_random_uuid(), thread_id, channel_id, contact_id, 'OUTGOING', 'INBOX', 'API', 'text', 3,
       jsonb_build_object('body', 'Answer ' || n), $1, now() + n * interval '1 minute', now() + n * interval '1 minute'
     from messages cross join generate_series(1, 450) n`,
    [world.user.uid],
  );
  const calls = [
    { outcome: 'answered', seconds: 125, by: world.user.uid },
    { outcome: 'missed' },
    { outcome: 'declined', by: newId() },
  ];
  for (const call of calls) {
    await queryAsOwner(
      owner,
      `insert into messages (client_id, id, thread_id, channel_id, contact_id, direction, source, medium, type, status, content,
         created_by, "timestamp", sort_at)
       select client_id, gen_random_uuid(), thread_id, channel_id, contact_id, 'INCOMING', source, medium, 'call', status, $1,
         created_by, now() - interval '1 minute', now() - interval '1 minute' from messages where direction = 'INCOMING' limit 1`,
      [JSON.stringify(call)],
    );
  }
  await world.api('POST /api/threads/{id}/notes', { params: { id: threadId }, body: { id: newId(), body: hostile } });
  const file = folder.path('account.tar.gz');
  await exportInto(world.server.platform, world.clientId, file);
  entries = await entriesOf(file);
});
afterAll(async () => {
  await world.close();
  await folder.close();
});

const textOf = (name: string) => entries.get(name)?.toString() ?? '';
const pageNames = () => [...entries.keys()].filter((name) => name.endsWith('.html'));

describe('the pages of an export', () => {
  test('have each message and note once, in pages that lead on', () => {
    const pages = [1, 2, 3].map((no) => textOf(`pages/conversations/${threadId}${no === 1 ? '' : `-${no}`}.html`));
    const ids = pages.flatMap((page) =>
      [...page.matchAll(/<article class="(\w+)" id="m-([0-9a-f-]+)"/g)].map((found) => found.slice(1)),
    );
    expect(ids).toHaveLength(455);
    expect(new Set(ids.map(([, id]) => id)).size).toBe(455);
    expect(ids.filter(([side]) => side === 'note')).toHaveLength(1);
    expect(pages.map((page) => [page.includes('>Earlier<'), page.includes('>Later<')])).toEqual([
      [false, true],
      [true, true],
      [true, false],
    ]);
    expect(pageNames()).toHaveLength(4);
  });

  test('say what became of a call', () => {
    const page = textOf(`pages/conversations/${threadId}.html`);
    expect([...page.matchAll(/<p class="kind">([^<]*)<\/p>/g)].map(([, words]) => words).sort()).toEqual([
      'Call declined by a former member',
      'Call taken by Anna Muster, 2 min 5 s',
      'Missed call',
    ]);
  });

  test('never take a text for markup or a script', () => {
    for (const name of pageNames()) {
      const text = textOf(name);
      // What follows a tag of ours is ours: no other tag and no attribute of a handler comes from a text.
      const tags = [...text.matchAll(/<([a-z!][a-z0-9]*)/g)].map(([, tag]) => tag);
      const scripts = name === 'index.html' ? 1 : 0;
      expect(
        tags.filter((tag) => tag === 'script'),
        name,
      ).toHaveLength(scripts);
      expect(tags, name).not.toContain('img');
      expect(text, name).toContain(escaped);
    }
  });

  test('load nothing from elsewhere', () => {
    for (const name of pageNames()) {
      expect(textOf(name), name).toContain(`default-src &#39;none&#39;`);
      const links = [...textOf(name).matchAll(/(?:src|href)="([^"]*)"/g)].map(([, link]) => link ?? '');
      for (const link of links) expect(link, name).toMatch(/^(?:\.\.\/)*(?:index\.html|pages\/[\w./-]+|[\w-]+\.html)$/);
      const base = new URL(name, 'file:///');
      for (const link of links) expect(entries.has(new URL(link, base).pathname.slice(1)), link).toBe(true);
    }
  });

  test('can be searched part by part: each is a script that only hands over its rows', () => {
    const parts: unknown[][] = [];
    for (const name of ['names-1', 'texts-1']) {
      const run = new Function('parleyPart', textOf(`pages/search/${name}.js`));
      run((given: string, rows: unknown[]) => {
        expect(given).toBe(name);
        parts.push(rows);
      });
    }
    const [names, texts] = parts;
    expect(names).toMatchObject([[threadId, hostile, expect.any(String)]]);
    expect(texts).toHaveLength(452);
    expect(texts?.filter((row) => (row as unknown[])[6] === hostile)).toHaveLength(2);
    expect(textOf('index.html')).toContain('data-names="1" data-texts="1"');
  });
});
