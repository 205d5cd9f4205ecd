import { connectInstallation } from '../scripts/seed/installation.ts';
import { openSandbox, type Sandbox } from '../scripts/seed/sandbox.ts';
import { makeAccounts } from './harness/accounts.ts';
import type { Bench, BenchOptions, Figure, Sample } from './harness/bench.ts';
import { temporaryFolder } from './harness/folder.ts';
import { type Parley, startParley } from './harness/parley.ts';
import { proportionalMb } from './harness/processes.ts';

const filmBytes = 16 * 1_048_576;
const pollMs = 15;
const withinMs = 60_000;

/** The growth of the server's memory while a video of the maximum size arrives, and while one is sent. */
export const mediaBench: Bench = {
  name: 'media',
  title: 'a 16 MB video in and out',
  async run(options) {
    const rounds: { in: Sample; out: Sample }[] = [];
    for (let round = 0; round < Math.min(options.rounds, 3); round++) rounds.push(await measureRound(options, round));
    const figure = (name: Figure['name'], pick: 'in' | 'out'): Figure => ({
      name,
      rounds: rounds.map((one) => ({ subject: one[pick], comparison: null })),
    });
    return [figure('media.in', 'in'), figure('media.out', 'out')];
  },
};

async function measureRound(options: BenchOptions, round: number): Promise<{ in: Sample; out: Sample }> {
  const folder = await temporaryFolder('media');
  const parley = await startParley(options, { dataDir: folder.path });
  const installation = await connectInstallation(folder.path, parley.url, async () => undefined);
  try {
    const [account] = await makeAccounts(parley, 1);
    if (account === undefined) throw new Error('no account was made');
    const sandbox = await openSandbox(installation, account.clientId);
    const phone = await sandbox.makePhone({ name: 'Amara', phone_number: '447700900118' });
    const ready = async (caption: string, condition: string) => {
      const found = await installation.owner.query<{ id: string; thread_id: string }>(
        `select id, thread_id from messages where content->>'caption' = $1 and ${condition}`,
        [caption],
      );
      return found.rows[0];
    };
    // Once before the measurement: code is loaded, pools are open.
    await receiveFilm(sandbox, phone, film(1), 'warm');
    const warm = await until(() => ready('warm', `content->>'state' = 'ready'`));
    await sendFilm(parley, account.token, sandbox.channelId, warm.thread_id, film(2), 'warm out');
    await until(() => ready('warm out', 'status >= 1'));
    const large = await sandbox.uploadMedia(film(filmBytes - 100), 'video/mp4');
    const idleMb = await idleMemory(parley);
    const inMb = await memoryGrowth(parley, idleMb, async () => {
      await sandbox.write(phone, 'video', { id: large, mime_type: 'video/mp4', caption: 'in' });
      await until(() => ready('in', `content->>'state' = 'ready'`));
    });
    await idleMemory(parley);
    const outMb = await memoryGrowth(parley, idleMb, async () => {
      await sendFilm(parley, account.token, sandbox.channelId, warm.thread_id, film(filmBytes), 'out');
      await until(() => ready('out', 'status >= 1'));
    });
    options.say(`  media round ${round}: in ${inMb.toFixed(1)} MB, out ${outMb.toFixed(1)} MB over idle`);
    return { in: { value: inMb, faults: [] }, out: { value: outMb, faults: [] } };
  } finally {
    await installation.close();
    await parley.stop();
    await folder.remove();
  }
}

/** Waits until garbage of the last step is collected. @returns the remaining memory, MB */
async function idleMemory(parley: Parley): Promise<number> {
  let lowest = Number.POSITIVE_INFINITY;
  for (let calm = 0; calm < 8; ) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const now = proportionalMb(parley.pid);
    calm = now < lowest - 0.5 ? 0 : calm + 1;
    lowest = Math.min(lowest, now);
  }
  return lowest;
}

/** The server's peak memory above the idle level while `work` runs. */
async function memoryGrowth(parley: Parley, idleMb: number, work: () => Promise<void>): Promise<number> {
  let highest = idleMb;
  const timer = setInterval(() => {
    highest = Math.max(highest, proportionalMb(parley.pid));
  }, pollMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return highest - idleMb;
}

async function receiveFilm(sandbox: Sandbox, phone: string, content: Buffer, caption: string): Promise<void> {
  const id = await sandbox.uploadMedia(content, 'video/mp4');
  await sandbox.write(phone, 'video', { id, mime_type: 'video/mp4', caption });
}

async function sendFilm(
  parley: Parley,
  token: string,
  channelId: string,
  threadId: string,
  content: Buffer,
  caption: string,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const kept = await fetch(`${parley.url}/api/media`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'video/mp4' },
    body: new Uint8Array(content),
  });
  if (!kept.ok) throw new Error(`POST /api/media: ${kept.status} ${await kept.text()}`);
  const { id } = (await kept.json()) as { id: string };
  const sent = await fetch(`${parley.url}/api/messages`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      channel_id: channelId,
      thread_id: threadId,
      source: 'INBOX',
      type: 'video',
      video: { media_id: id, caption },
    }),
  });
  if (!sent.ok) throw new Error(`POST /api/messages: ${sent.status} ${await sent.text()}`);
}

/** An undecodable video: its header, and noise up to the size. */
function film(bytes: number): Buffer {
  const box = (type: string, body: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(body.length + 8);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, body]);
  };
  const handler = Buffer.alloc(24);
  handler.write('vide', 8, 'latin1');
  const start = Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2avc1mp41', 'latin1')),
    box('moov', box('trak', box('mdia', box('hdlr', handler)))),
  ]);
  const body = Buffer.alloc(Math.max(bytes - start.length - 8, bytes % 1_000));
  for (let at = 0; at + 4 <= body.length; at += 4) body.writeUInt32BE((at * 2_654_435_761 + bytes) >>> 0, at);
  return Buffer.concat([start, box('mdat', body)]);
}

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`not so within ${withinMs} ms: ${look}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
