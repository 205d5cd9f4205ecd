import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fetchFile } from './http/fetch-file.ts';
import { type Simulator, startSimulator } from './index.ts';
import { createReceiver, type Receiver } from './testing/receiver.ts';
import { accountAt, accountInput, eventually, startProcess, type TestAccount } from './testing/sandbox.ts';

const ana = '351910000001';
const png = Buffer.from('89504e470d0a1a0a', 'hex');
const asked: string[] = [];
let files: Server;
let base: string;
let host: string;
let simulator: Simulator;
let receiver: Receiver;
let account: TestAccount;

/** A web server with images. */
function createFiles(): Server {
  return createServer((request, response) => {
    asked.push(request.url ?? '');
    const answer = (status: number, headers: Record<string, string>, body: Buffer | string = '') =>
      response.writeHead(status, headers).end(body);
    const type = { 'content-type': 'image/png' };
    if (request.url?.startsWith('/good.png')) answer(200, type, png);
    else if (request.url === '/moved.png') answer(302, { location: '/good.png' });
    else if (request.url === '/page.png') answer(200, { 'content-type': 'text/html' }, '<script>alert(1)</script>');
    else if (request.url === '/large.png') answer(200, type, Buffer.alloc(5 * 1024 * 1024 + 1));
    else if (request.url === '/cut.png') {
      response.writeHead(200, { ...type, 'content-length': '1000' });
      response.write(png, () => response.destroy());
    } else answer(404, {});
  });
}

beforeAll(async () => {
  files = createFiles();
  files.listen(0, '127.0.0.1');
  await once(files, 'listening');
  host = `127.0.0.1:${(files.address() as AddressInfo).port}`;
  base = `http://${host}`;
  const secrets = accountInput(7, null);
  receiver = createReceiver(secrets.app_secret, secrets.verify_token ?? '');
  await receiver.listen();
  simulator = await startSimulator({ limits: { throughput: false }, allowedPrivateHosts: [host] });
  const input = accountInput(7, receiver.url);
  simulator.registerAccount('106540352242922007', input);
  account = accountAt(simulator.url, '106540352242922007', input);
});
beforeEach(async () => {
  await account.control('POST', 'reset');
  for (const list of [receiver.events, asked]) list.length = 0;
  await account.control('POST', 'phones', { phone_number: ana, name: 'Ana' });
  await account.control('POST', `phones/${ana}/messages`, { type: 'text', text: { body: 'hi' } });
});
afterAll(async () => {
  await simulator.close();
  await receiver.close();
  files.closeAllConnections();
  files.close();
});

const sendImage = async (link: string) => {
  const answer = await account.send({ to: `+${ana}`, type: 'image', image: { link, caption: 'Look' } });
  expect(answer.status).toBe(200);
  return (answer.body.messages as { id: string }[])[0]?.id ?? '';
};
const onPhone = (id: string) =>
  eventually('its arrival', async () => (await account.messagesOf(ana)).find((one) => one.id === id));
const bytesOf = async (id: unknown) => {
  const headers = { authorization: `Bearer ${account.input.token}` };
  const answer = await fetch(`${simulator.url}/simulator/control/media/${String(id)}`, { headers });
  return Buffer.from(await answer.arrayBuffer());
};

test('an image is fetched after the send was accepted, and is on the phone; again within ten minutes it is not', async () => {
  const link = `${base}/good.png?one`;
  const first = await onPhone(await sendImage(link));
  expect(first.content).toMatchObject({ link, caption: 'Look', id: expect.stringMatching(/^\d+$/) });
  expect((await bytesOf((first.content as { id: string }).id)).equals(png)).toBe(true);
  await onPhone(await sendImage(link));
  expect(asked).toEqual(['/good.png?one']);
  await account.control('POST', 'clock', { offset_ms: 11 * 60_000 });
  await onPhone(await sendImage(link));
  expect(asked).toEqual(['/good.png?one', '/good.png?one']);
});

test('so are images in the header of a template and of buttons', async () => {
  const image = { link: `${base}/good.png?two` };
  const components = [
    { type: 'header', parameters: [{ type: 'image', image }] },
    { type: 'body', parameters: [{ type: 'text', text: 'Ana' }] },
  ];
  const template = { name: 'spring_offer', language: { code: 'en_US' }, components };
  const buttons = [{ type: 'reply', reply: { id: 'a', title: 'Yes' } }];
  const interactive = {
    type: 'button',
    header: { type: 'image', image },
    body: { text: 'Which?' },
    action: { buttons },
  };
  for (const content of [
    { type: 'template', template },
    { type: 'interactive', interactive },
  ]) {
    const answer = await account.send({ to: `+${ana}`, ...content });
    const arrived = await onPhone((answer.body.messages as { id: string }[])[0]?.id ?? '');
    expect(JSON.stringify(arrived.content)).toMatch(/good\.png\?two","id":"\d+"/);
  }
  expect(asked).toEqual(['/good.png?two']);
});

test.each<[string, () => string, number, RegExp]>([
  ['one that is not there', () => `${base}/none.png`, 131052, /http code 404, status message Not Found/],
  ['one that moved', () => `${base}/moved.png`, 131052, /redirects are not followed/],
  ['one that is cut off', () => `${base}/cut.png`, 131052, /weblink failed/],
  ['a page named as a picture', () => `${base}/page.png`, 131053, /Unsupported image mime type text\/html/],
  ['one that is too large', () => `${base}/large.png`, 131053, /larger than 5242880 bytes/],
  ['this machine', () => `${simulator.url}/simulator/control/account`, 131052, /private network/],
  ['this machine by name', () => 'http://localhost:9/a.png', 131052, /private network/],
  ['a private network', () => 'http://10.1.2.3/a.png', 131052, /private network/],
  ['a cloud’s own service', () => 'http://169.254.169.254/latest/meta-data', 131052, /private network/],
  ['this machine in another spelling', () => 'http://[::ffff:127.0.0.1]/a.png', 131052, /private network/],
  ['an address with a name and password', () => 'http://a:b@127.0.0.1/a.png', 131052, /user name/],
])('%s: the send fails later, with its code and reason', async (_name, link, code, why) => {
  const id = await sendImage(link());
  const failed = await eventually('the failure', () =>
    receiver.events.find(({ element }) => element.id === id && element.status === 'failed'),
  );
  expect(failed.element.errors).toMatchObject([{ code, error_data: { details: expect.stringMatching(why) } }]);
  expect((await account.messagesOf(ana)).map(({ type }) => type)).toEqual(['text']);
  expect((await account.control('GET', 'account')).status).toBe(200);
});

test('downloads in progress at a kill are repeated by the next process', async () => {
  const { mkdtemp, rm } = await import('node:fs/promises');
  const folder = await mkdtemp('/tmp/simulator-links-');
  let answers = false;
  const silent = createServer((_request, response) => {
    if (answers) response.writeHead(200, { 'content-type': 'image/png' }).end(png);
  });
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const port = (silent.address() as AddressInfo).port;
  process.env.ALLOWED_PRIVATE_HOSTS = `127.0.0.1:${port}`;
  try {
    const first = await startProcess(['--data', `${folder}/simulator.db`]);
    await first.putAccount('106540352242922008', accountInput(8, null));
    const at = (url: string) => accountAt(url, '106540352242922008', accountInput(8, null));
    await at(first.url).control('POST', 'phones', { phone_number: ana });
    await at(first.url).control('POST', `phones/${ana}/messages`, { type: 'text', text: { body: 'hi' } });
    const asking = once(silent, 'request');
    await at(first.url).send({ to: `+${ana}`, type: 'image', image: { link: `http://127.0.0.1:${port}/a.png` } });
    await asking;
    await first.kill();
    answers = true;
    const second = await startProcess(['--data', `${folder}/simulator.db`]);
    await second.putAccount('106540352242922008', accountInput(8, null));
    const received = await eventually('the picture', async () => {
      const [send] = await at(second.url).sends();
      return send?.received === 1 && send;
    });
    expect(received).toMatchObject({ type: 'image', error_code: null });
    await second.end();
  } finally {
    delete process.env.ALLOWED_PRIVATE_HOSTS;
    silent.closeAllConnections();
    silent.close();
    await rm(folder, { recursive: true });
  }
});

describe('an address', () => {
  const refusal = (link: string, allowed: string[] = []) =>
    fetchFile(link, allowed, AbortSignal.timeout(10_000)).then(
      () => null,
      (error: Error) => error.message,
    );
  test.each(['ftp://a.example/b', 'file:///etc/passwd', 'http://', 'http://192.168.0.1/', 'http://[fd00::1]/'])(
    '%s is not requested',
    async (link) => expect(await refusal(link)).toMatch(/only http|no web address|private network/),
  );
  test('is allowed by host and port, not by host alone', async () => {
    expect(await refusal(`${base}/good.png`, [host])).toBeNull();
    expect(await refusal(`${base}/good.png`, ['127.0.0.1:1'])).toMatch(/private network/);
  });
});
