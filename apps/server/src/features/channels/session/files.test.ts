import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Message } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Adapter } from '../../../../../../examples/session-adapter/adapter.ts';
import { png, upload } from '../../../testing/media.ts';
import { sendMedia, untilMediaSettled } from '../../../testing/media-flow.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
/** The least that is a PDF by its bytes. */
const pdf = () => Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const customer = { phone_number: '+491510000001', name: 'Ada' };

let world: World;
let adapter: Adapter;
let redirecting: Server;
let redirectPort: number;
beforeAll(async () => {
  const probe = new Adapter({ parleyUrl: '', secret });
  const port = Number(new URL(await probe.start()).port);
  await probe.stop();
  redirecting = createServer((_request, response) => {
    response.writeHead(302, { location: 'http://127.0.0.1:9/file' }).end();
  });
  await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
  redirectPort = (redirecting.address() as AddressInfo).port;
  const allowed = `127.0.0.1:${port},127.0.0.1:${redirectPort}`;
  world = await testWorld({ env: { ALLOWED_PRIVATE_HOSTS: allowed } });
  adapter = new Adapter({ parleyUrl: world.server.url, secret, port });
  const made = await world.api('POST /api/channels', {
    body: {
      kind: 'SESSION',
      channel_label: 'Our own line',
      phone_number: '+442079460200',
      adapter_url: await adapter.start(),
      signing_secret: secret,
    },
  });
  adapter.channelId = made.body.id;
  expect(await adapter.write(customer, 'Hello')).toBe(200);
});
afterAll(async () => {
  await adapter.stop();
  redirecting.close();
  await world.close();
});

const thread = () =>
  until(async () =>
    (await world.api('GET /api/threads')).body.data.find(({ channel_id: id }) => id === adapter.channelId),
  );
/** The message of a type that shows a caption or file name. */
async function arrived(type: 'image' | 'document', name: string): Promise<Message> {
  const { id } = await thread();
  const found = await until(async () => {
    const page = await world.api('GET /api/threads/{id}/messages', { params: { id } });
    return page.body.data.find((row) => row[type]?.caption === name);
  });
  return untilMediaSettled(world, found.id);
}
const bytesAt = async (url: string | null | undefined) =>
  Buffer.from(await (await fetch(`${world.server.url}${url}`)).arrayBuffer());
const named = (type: string, part: object) =>
  adapter.deliver({
    messages: [{ id: randomUUID(), from: customer, timestamp: new Date().toISOString(), type, [type]: part }],
  });

test('a customer’s file is requested by its id, fetched and stored', async () => {
  const bytes = png(40, 30);
  expect(await adapter.writeFile(customer, { type: 'image', mimeType: 'image/png', bytes }, { caption: 'By id' })).toBe(
    200,
  );
  const { image } = await arrived('image', 'By id');
  expect(image?.media_info).toMatchObject({ state: 'ready', mime_type: 'image/png', width: 40, height: 30 });
  expect(await bytesAt(image?.media_info.url)).toEqual(bytes);
});

test('a customer’s file that the message names by its URL', async () => {
  const bytes = pdf();
  adapter.files.set('bill', { type: 'document', mimeType: 'application/pdf', bytes });
  const url = new URL('/files/bill', await adapterAddress()).href;
  expect(await named('document', { url, filename: 'bill.pdf', caption: 'By address' })).toBe(200);
  const { document } = await arrived('document', 'By address');
  expect(document).toMatchObject({ filename: 'bill.pdf', media_info: { state: 'ready' } });
  expect(await bytesAt(document?.media_info.url)).toEqual(bytes);
});

test.each([
  ['in a private network', () => 'http://10.1.2.3/secrets', /not one that this server may call/],
  ['that only looks public', () => 'http://127.0.0.1.:80/x', /not one that this server may call/],
  ['that redirects', () => `http://127.0.0.1:${redirectPort}/x`, /not one that this server may call/],
])('a URL %s is not followed, and the message says so', async (name, url, reason) => {
  expect(await named('image', { url: url(), caption: name })).toBe(200);
  const { image } = await arrived('image', name);
  expect(image?.media_info).toMatchObject({ state: 'gone', url: null, reason: expect.stringMatching(reason) });
});

test('a file that the adapter no longer has is gone, with its message', async () => {
  expect(await named('image', { id: 'nobody-knows', caption: 'Lost' })).toBe(200);
  const { image } = await arrived('image', 'Lost');
  expect(image?.media_info).toMatchObject({ state: 'gone', reason: 'The adapter no longer has this file.' });
});

test('an invalid URL is rejected with the delivery, and nothing is written', async () => {
  const count = async () => {
    const { rows } = await world.server.owner.query('select count(*)::int as n from messages');
    return rows[0].n as number;
  };
  const before = await count();
  for (const url of ['file:///etc/passwd', 'C:\\x', 7, `https://files.example.com/${'x'.repeat(300)}`]) {
    expect([url, await named('image', { url })]).toEqual([url, 422]);
  }
  expect(await count()).toBe(before);
});

test('the team’s files have a self-contained URL, the same one however often requested', async () => {
  const bytes = png(20, 20);
  const picture = await upload(world, bytes, { 'content-type': 'image/png' });
  let refusals = 0;
  adapter.trouble = ({ type }) =>
    type === 'message.send' && refusals++ === 0 ? { status: 503, body: { error: { message: 'Busy' } } } : null;
  const sent = await sendMedia(world, await thread(), 'image', { media_id: picture.body.id, caption: 'Your bike' });
  expect(sent.status).toBe(201);
  await until(() => Promise.resolve(adapter.fetched.get(sent.body.id)));
  expect(adapter.fetched.get(sent.body.id)).toEqual(bytes);
  expect(adapter.taken.get(sent.body.id)).toMatchObject({
    type: 'image',
    image: { caption: 'Your bike', mime_type: 'image/png', size_bytes: bytes.length },
  });
  expect(refusals).toBeGreaterThan(1);
  adapter.trouble = null;

  const document = await upload(world, pdf(), { 'content-type': 'application/pdf', 'x-filename': 'order.pdf' });
  const second = await sendMedia(world, await thread(), 'document', { media_id: document.body.id });
  await until(async () => {
    const { body } = await world.api('GET /api/messages/{id}', { params: { id: second.body.id } });
    return body.send_state === 'accepted';
  });
  expect(adapter.taken.get(second.body.id)).toMatchObject({ document: { filename: 'order.pdf' } });
  expect(adapter.fetched.get(second.body.id)).toEqual(pdf());
});

test('a file that is deleted before it is sent is reported on its message', async () => {
  const picture = await upload(world, png(21, 21), { 'content-type': 'image/png' });
  adapter.trouble = ({ type }) => (type === 'message.send' ? { status: 503, body: {} } : null);
  const sent = await sendMedia(world, await thread(), 'image', { media_id: picture.body.id });
  await until(async () => {
    const { rows } = await world.server.owner.query(
      `select 1 from messages where id = $1 and content ? 'provider_media_id'`,
      [sent.body.id],
    );
    return rows.length === 1;
  });
  await world.server.owner.query(`update media set file_id = null, state = 'gone' where id = $1`, [picture.body.id]);
  adapter.trouble = null;
  const failed = await until(async () => {
    const { body } = await world.api('GET /api/messages/{id}', { params: { id: sent.body.id } });
    return body.status === -1 ? body : null;
  });
  expect(failed.error?.message).toContain('no longer stored');
});

async function adapterAddress(): Promise<string> {
  const { body } = await world.api('GET /api/channels');
  return body.data.find(({ id }) => id === adapter.channelId)?.adapter_url ?? '';
}
