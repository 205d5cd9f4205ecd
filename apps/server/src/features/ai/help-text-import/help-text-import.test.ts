import type { HelpText, HelpTextImport, HelpTextPreview, HelpTextSource } from '@parley/contract/types';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPdf } from '../../../../../../scripts/seed/pdf.ts';
import { type FileServer, startFileServer } from '../../../testing/file-server.ts';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { testWorld, type World } from '../../../testing/world.ts';

type Failure = { error: { code: string; data: { field: string; msg: string }[] } };
let world: World;
let site: FileServer;

beforeAll(async () => {
  site = await startFileServer();
  world = await testWorld({ env: { ALLOWED_PRIVATE_HOSTS: site.host } });
});
afterAll(async () => {
  await world.close();
  await site.close();
});
beforeEach(async () => {
  await queryAsOwner(world.server.owner, 'delete from help_texts', []);
  site.files.clear();
});

const html = { 'content-type': 'text/html; charset=utf-8' };
const serve = (path: string, body: string | Buffer, headers: Record<string, string> = html) =>
  site.files.set(path, { headers, body });
const readPage = (url: string) => world.api('POST /api/ai/help-text-previews/page', { body: { url } });
async function readFile(name: string, content: string | Buffer) {
  const answer = await fetch(`${world.server.url}/api/ai/help-text-previews/file?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(Buffer.from(content)),
  });
  return { status: answer.status, body: (await answer.json()) as HelpTextPreview };
}
const previewOf = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer;
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as HelpTextPreview;
};
const problemOf = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer;
  const [{ field, msg } = { field: '', msg: '' }] = (body as Failure).error.data;
  return [status, field, msg];
};
const toImport = ({ source, texts }: HelpTextPreview) => ({
  source,
  texts: texts.filter(({ kept }) => !kept).map(({ section, title, body }) => ({ section, title, body })),
});
const importAll = (preview: HelpTextPreview, id?: string) =>
  world.api('POST /api/ai/help-text-imports', { body: { ...toImport(preview), ...(id !== undefined && { id }) } });
const all = async () => (await world.api('GET /api/ai/help-texts')).body.data as HelpText[];
const titles = async () => (await all()).map(({ title }) => title);

const faq = `<!doctype html><html><head><title>Kestrel &amp; Sons</title><script>alert(1)</script></head><body>
  <header><h1>Menu</h1></header><nav><a href="/">Home</a></nav>
  <main><p>We sell bicycles.</p><h2>Returns</h2><p>Within <b>30 days</b>.</p><ul><li>With the label</li></ul>
  <h2>Delivery</h2><p>Three days.</p></main><footer>Imprint</footer></body></html>`;

describe('a page', () => {
  it('becomes texts by its headings, without what stands around it, and is imported whole', async () => {
    serve('/faq', faq);
    const preview = await previewOf(readPage(site.url('/faq')));
    expect(preview).toEqual({
      source: { kind: 'page', name: site.url('/faq') },
      texts: [
        { section: 'Kestrel & Sons', title: 'Kestrel & Sons', body: 'We sell bicycles.', kept: false },
        {
          section: 'Returns',
          title: 'Returns',
          body: expect.stringMatching(/^Within 30 days\.\n\n \* With the label$/),
          kept: false,
        },
        { section: 'Delivery', title: 'Delivery', body: 'Three days.', kept: false },
      ],
      left_out: 0,
      replaces: 0,
    });
    expect(await all()).toEqual([]);
    expect((await importAll(preview)).status).toBe(201);
    const [first] = await all();
    expect(first).toMatchObject({ title: 'Delivery', source: { ...preview.source, edited: false } });
    const [event] = await queryAsOwner<{ detail: object }>(
      world.server.owner,
      `select detail from audit_events where action = 'ai.help_texts_imported'`,
      [],
    );
    expect(event?.detail).toMatchObject({ name: site.url('/faq'), count: 3 });
  });

  it('is imported once when the call is repeated, and another import does not take its id', async () => {
    serve('/faq', faq);
    const preview = await previewOf(readPage(site.url('/faq')));
    const id = '018f0000-0000-7000-8000-000000000001';
    expect((await importAll(preview, id)).status).toBe(201);
    const before = await all();
    expect(await importAll(preview, id)).toMatchObject({ status: 200, body: { imported: 3, kept: [] } });
    expect(await all()).toEqual(before);
    expect((await importAll({ ...preview, texts: preview.texts.slice(1) }, id)).status).toBe(409);
    expect(await all()).toEqual(before);
  });

  it('replaces its texts when it is read again; what was edited by hand stays and is named', async () => {
    serve('/faq', faq);
    await importAll(await previewOf(readPage(site.url('/faq'))));
    await world.api('POST /api/ai/help-texts', { body: { title: 'Own', body: 'Written by hand' } });
    const returns = (await all()).find(({ title }) => title === 'Returns');
    const delivery = (await all()).find(({ title }) => title === 'Delivery');
    const params = { id: returns?.id ?? '' };
    const body = { title: 'Returns in short', body: 'Within 60 days.', version: returns?.version ?? 0 };
    expect((await world.api('PUT /api/ai/help-texts/{id}', { params, body })).status).toBe(200);
    serve(
      '/faq',
      '<main><h2>Returns</h2><p>Never</p><h2>Delivery</h2><p>Two days.</p><h2>Repairs</h2><p>Yes</p></main>',
    );
    const preview = await previewOf(readPage(site.url('/faq')));
    expect(preview).toMatchObject({ replaces: 2, texts: [{ title: 'Returns in short', kept: true }, {}, {}] });
    const answer = await world.api('POST /api/ai/help-text-imports', {
      body: { ...toImport(preview), texts: preview.texts.map(({ kept: _, ...text }) => text) },
    });
    expect(answer.body as HelpTextImport).toEqual({ imported: 2, kept: ['Returns in short'] });
    expect(await titles()).toEqual(['Delivery', 'Own', 'Repairs', 'Returns in short']);
    expect((await all()).find(({ title }) => title === 'Delivery')).toMatchObject({
      id: delivery?.id,
      body: 'Two days.',
      source: { edited: false },
    });
  });

  it('is followed where it moved, in its encoding', async () => {
    site.files.set('/old', { status: 301, headers: { location: '/new' } });
    serve('/new', Buffer.from('<h1>Caf\xe9</h1><p>Offen</p>', 'latin1'), {
      'content-type': 'text/html; charset=iso-8859-1',
    });
    expect((await previewOf(readPage(site.url('/old')))).texts).toMatchObject([{ title: 'Café' }]);
  });

  it('is refused in words at its field', async () => {
    site.files.set('/inward', { status: 302, headers: { location: 'http://127.0.0.1:9/' } });
    site.files.set('/cut', { headers: html, body: '<p>Begin', stops: 'break' });
    serve('/large', `<p>${'x'.repeat(513 * 1024)}`);
    serve('/empty', '<main><script>build()</script></main>');
    serve('/picture', 'x', { 'content-type': 'image/png' });
    for (const [url, words] of [
      ['http://127.0.0.1:9/', 'private network'],
      [site.url('/inward'), 'private network'],
      ['ftp://shop.example/', 'not an http'],
      [site.url('/nothing'), 'status 404'],
      [site.url('/large'), 'larger than 512 KB'],
      [site.url('/cut'), 'broke off'],
      [site.url('/empty'), 'no text'],
      [site.url('/picture'), 'not a page'],
    ] as const) {
      expect(await problemOf(readPage(url))).toEqual([422, 'url', expect.stringContaining(words)]);
    }
  });
});

describe('a file', () => {
  it('of Markdown is split by its headings, outside of code', async () => {
    const text =
      '---\ntitle: x\n---\nIntro\n\n# Returns #\nWithin *30* days\n```\n# no heading\n```\nDelivery\n---\nSoon\n\n## Empty\n';
    const { source, texts } = await previewOf(readFile('shop.md', text));
    expect(source).toEqual<HelpTextSource>({ kind: 'file', name: 'shop.md' });
    expect(texts.map(({ title, body }) => [title, body])).toEqual([
      ['Returns', 'Intro'],
      ['Returns (2)', 'Within *30* days\n```\n# no heading\n```'],
      ['Delivery', 'Soon'],
    ]);
  });

  it('of plain text is cut at paragraphs where it is too long', async () => {
    const paragraph = 'word '.repeat(300).trim();
    const { texts } = await previewOf(
      readFile('notes.txt', `${paragraph}\r\n\r\n${paragraph}\n\n${'😀'.repeat(1_500)}`),
    );
    expect(texts.map(({ title }) => title)).toEqual(['notes', 'notes (2)', 'notes (3)', 'notes (4)']);
    expect(texts[0]?.body).toBe(paragraph);
    expect(texts.map(({ body }) => body.isWellFormed() && body.length <= 2_000)).toEqual([true, true, true, true]);
  });

  it('of PDF is split where its letters are larger', async () => {
    const pdf = createPdf(['Returns', 'Within 30 days with the label', 'Delivery', 'Three days after the order'], {
      sizes: [24, 11, 24, 11],
    });
    const { texts } = await previewOf(readFile('help.pdf', pdf));
    expect(texts.map(({ title, body }) => [title, body])).toEqual([
      ['Returns', 'Within 30 days with the label'],
      ['Delivery', 'Three days after the order'],
    ]);
    serve('/help.pdf', pdf, { 'content-type': 'application/pdf' });
    expect((await previewOf(readPage(site.url('/help.pdf')))).texts).toHaveLength(2);
  });

  it('is refused in words', async () => {
    const encrypted = createPdf('Secret', {
      objects: [`<< /Filter /Standard /V 1 /R 2 /O <${'00'.repeat(32)}> /U <${'00'.repeat(32)}> /P -4 >>`],
      trailer: `/Encrypt 100 0 R /ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>]`,
    });
    for (const [name, content, words] of [
      ['a.pdf', createPdf(''), 'pages are pictures'],
      ['a.pdf', '%PDF-1.4\nnothing', 'damaged'],
      ['a.pdf', encrypted, 'protected by a password'],
      ['a.docx', 'PK\0\0', 'not a PDF, Markdown or plain text'],
      ['a.md', '', 'empty'],
      ['a.md', ' \n ', 'no text'],
    ] as const) {
      expect(await problemOf(readFile(name, content))).toEqual([422, 'file', expect.stringContaining(words)]);
    }
    expect((await readFile('a.txt', Buffer.alloc(11 * 1024 * 1024, 'x'))).status).toBe(413);
  });

  it('made to be endless takes no more than its limits, and the next one is read', async () => {
    serve('/deep', '<div>'.repeat(100_000));
    serve('/open', `<main>${'<a <'.repeat(100_000)}`);
    serve('/cells', `<main><table>${'<tr><td><table>'.repeat(30_000)}`);
    for (const path of ['/deep', '/open', '/cells']) {
      expect((await readPage(site.url(path))).status).toBeOneOf([200, 422]);
    }
    const kids = createPdf('x')
      .toString('latin1')
      .replace('/Kids [4 0 R]', '/Kids [2 0 R]')
      .replace('/Count 1', '/Count 9');
    expect((await readFile('kids.pdf', Buffer.from(kids, 'latin1'))).status).toBe(422);
    expect((await readFile('fine.md', '# Fine\nText')).status).toBe(200);
  }, 90_000);
});

it('an import takes no more than the account has room for', async () => {
  await queryAsOwner(
    world.server.owner,
    `insert into help_texts (client_id, id, title, body, created_by, updated_by, request_hash)
     select $1, gen_random_uuid(), 'Text ' || n, 'Hello', 'x', 'x', '' from generate_series(1, 498) n`,
    [world.clientId],
  );
  const preview = await previewOf(readFile('a.md', '# A\na\n# B\nb\n# C\nc'));
  expect([preview.texts.length, preview.left_out]).toEqual([2, 1]);
  const more = [...toImport(preview).texts, { section: 'C', title: 'C', body: 'c' }];
  const tooMany = await world.api('POST /api/ai/help-text-imports', { body: { source: preview.source, texts: more } });
  expect(tooMany.status).toBe(409);
  expect((await importAll(preview)).status).toBe(201);
});
