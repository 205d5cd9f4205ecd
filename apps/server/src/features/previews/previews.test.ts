import type { Message } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FileServer, startFileServer } from '../../testing/file-server.ts';
import { customerSends, customerWrites, getMessage, textBody } from '../../testing/inbox.ts';
import { png } from '../../testing/media.ts';
import { freshPhone } from '../../testing/phones.ts';
import { testWorld, until, type World } from '../../testing/world.ts';
import { deleteSurplus } from './preview-repo.ts';

let world: World;
let site: FileServer;
let inside: FileServer;
beforeAll(async () => {
  [site, inside] = await Promise.all([startFileServer(), startFileServer()]);
  world = await testWorld({ env: { ALLOWED_PRIVATE_HOSTS: site.host } });
});
afterAll(async () => {
  await world.close();
  await Promise.all([site.close(), inside.close()]);
});

const html = { 'content-type': 'text/html; charset=utf-8' };
function servePage(path: string, title: string, more = ''): string {
  site.files.set(path, { headers: html, body: `<title>${title}</title>${more}` });
  return site.url(path);
}

async function send(text: string): Promise<Message> {
  const thread = await customerWrites(world);
  const { status, body } = await world.api('POST /api/messages', { body: textBody(thread, text) });
  expect(status).toBe(201);
  return body;
}

const withPreview = (id: string) =>
  until(async () => {
    const message = await getMessage(world, id);
    return message.link_preview === undefined ? null : message.link_preview;
  });

/** Jobs run in turn for one account and page: once this preview is there, those before it are done. */
async function untilJobsDone(): Promise<void> {
  await until(async () => {
    const { rows } = await world.server.owner.query<{ n: number }>(
      "select count(*)::int as n from jobs where kind = 'previews.read' and ended_at is null",
    );
    return rows[0]?.n === 0 ? true : null;
  });
}

test('a page that we name is shown with its title, description and picture, and read once', async () => {
  site.files.set('/bell.png', { headers: { 'content-type': 'image/png' }, body: png(400, 300, 20) });
  const more = '<meta name="description" content="All our bells"><meta property="og:image" content="/bell.png">';
  const url = servePage('/bells', 'Bells', more);
  const message = await send(`Look: ${url}.`);
  const preview = await withPreview(message.id);
  expect(preview).toMatchObject({ url, title: 'Bells', description: 'All our bells' });
  const picture = await fetch(`${world.server.url}${preview.image_url}`);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect((await picture.arrayBuffer()).byteLength).toBeLessThan(20_000);
  const other = await send(`Again ${url}`);
  expect(await withPreview(other.id)).toEqual(preview);
  expect(site.asked('/bells')).toHaveLength(1);
  const unknown = await fetch(`${world.server.url}/previews/${world.clientId}/${crypto.randomUUID()}`);
  expect(unknown.status).toBe(404);
});

test('the message that WhatsApp gets is only the text', async () => {
  const url = servePage('/plain', 'Plain');
  const message = await send(url);
  await withPreview(message.id);
  expect((await getMessage(world, message.id)).text).toEqual({ preview_url: false, body: url });
});

test('neither a private address nor one behind a redirect is read, nor anything but a page', async () => {
  inside.files.set('/', { headers: html, body: '<title>Secret</title>' });
  site.files.set('/leads-inside', { status: 302, headers: { location: inside.url('/') } });
  site.files.set('/file', { headers: { 'content-type': 'application/pdf' }, body: '<title>No page</title>' });
  site.files.set('/silent', { headers: html, body: 'no title' });
  const messages = [];
  for (const url of [inside.url('/'), site.url('/leads-inside'), site.url('/file'), site.url('/silent')]) {
    messages.push(await send(url));
  }
  await untilJobsDone();
  for (const { id } of messages) expect((await getMessage(world, id)).link_preview).toBeUndefined();
  expect(inside.asked('/')).toEqual([]);
});

test('pages that customers name are read only where the account wants it, and none when it is off', async () => {
  const url = servePage('/from-customer', 'Theirs');
  const findText = async (text: string) => {
    const { rows } = await world.server.owner.query<{ id: string }>(
      "select id from messages where client_id = $1 and content->>'body' = $2",
      [world.clientId, text],
    );
    return rows[0]?.id ?? '';
  };
  await customerWrites(world, undefined, `1 ${url}`);
  await untilJobsDone();
  expect(site.asked('/from-customer')).toEqual([]);
  await world.api('PUT /api/client', { body: { link_previews: 'all' } });
  await customerWrites(world, undefined, `2 ${url}`);
  expect(await withPreview(await findText(`2 ${url}`))).toMatchObject({ title: 'Theirs' });
  await world.api('PUT /api/client', { body: { link_previews: 'off' } });
  const ours = await send(servePage('/off', 'Off'));
  await untilJobsDone();
  expect((await getMessage(world, ours.id)).link_preview).toBeUndefined();
  expect(site.asked('/off')).toEqual([]);
  await world.api('PUT /api/client', { body: { link_previews: 'outgoing' } });
});

test('the picture of the ad that a customer tapped is shown with the message, and read once', async () => {
  site.files.set('/ad.png', { headers: { 'content-type': 'image/png' }, body: png(640, 480, 9) });
  const ad = { source_type: 'ad', source_id: '1', source_url: 'https://fb.me/1', headline: 'Spring' };
  const tap = async (referral: Record<string, unknown>) => {
    const { id } = await customerSends(world, freshPhone(), { type: 'text', text: { body: 'I saw it' }, referral });
    return id;
  };
  const only = async (threadId: string): Promise<Message> => {
    const { body } = await world.api('GET /api/threads/{id}/messages', {
      params: { id: threadId },
      query: {} as never,
    });
    const [message] = body.data;
    if (message === undefined) throw new Error('the message is missing');
    return message;
  };
  const picture = (threadId: string) => until(async () => (await only(threadId)).ad_picture_url ?? null);
  const first = await tap({ ...ad, image_url: site.url('/ad.png') });
  const shown = await picture(first);
  expect((await fetch(`${world.server.url}${shown}`)).headers.get('content-type')).toBe('image/webp');
  expect(await picture(await tap({ ...ad, video_url: 'https://x/y', thumbnail_url: site.url('/ad.png') }))).toBe(shown);
  expect(site.asked('/ad.png')).toHaveLength(1);

  const inside = await Promise.all(['/gone.png', 'no address'].map((path) => tap({ ...ad, image_url: path })));
  await world.api('PUT /api/client', { body: { link_previews: 'off' } });
  const unwanted = await tap({ ...ad, image_url: site.url('/unwanted.png') });
  await untilJobsDone();
  await world.api('PUT /api/client', { body: { link_previews: 'outgoing' } });
  expect(site.asked('/unwanted.png')).toEqual([]);
  for (const id of [...inside, unwanted]) expect((await only(id)).ad_picture_url).toBeUndefined();
});

test('of many pages those read last are kept', async () => {
  const count = async () => {
    const { rows } = await world.server.owner.query<{ n: number }>(
      'select count(*)::int as n from link_previews where client_id = $1',
      [world.clientId],
    );
    return rows[0]?.n ?? 0;
  };
  await send(servePage('/last', 'Last')).then(({ id }) => withPreview(id));
  expect(await count()).toBeGreaterThan(2);
  await world.server.platform.db.withTenant(world.clientId, (tx) => deleteSurplus(tx, 1));
  expect(await count()).toBe(1);
  await send(site.url('/last')).then(({ id }) => withPreview(id));
  expect(site.asked('/last')).toHaveLength(1);
});
