import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testRandom } from '../../testing/random.ts';
import { OperatorError } from '../db/operator.ts';
import { damagedBackup, readArchive, readWhole } from './archive-reader.ts';
import { createArchiveWriter } from './archive-writer.ts';
import { entryNames, type Manifest } from './manifest.ts';

const passphrase = 'five gears and a bell';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-archive-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const manifest: Manifest = {
  product: 'parley',
  format: 1,
  madeAt: '2026-11-20T10:00:00.000Z',
  migrations: [],
  tables: [],
  partitions: [],
  sequences: [],
  leftOut: [],
  key: 'given',
  keyCheck: '0',
};

const random = testRandom();
/** Entries with lengths around the format's block size. */
const contents = [0, 1, 511, 512, 513, 70_000].map((length, index) => ({
  name: entryNames.table('public', 'things', index + 1),
  content: Buffer.from(Array.from({ length }, () => random() * 256)),
}));

async function write(file: string, secret?: string, first: object = manifest): Promise<Buffer> {
  const handle = await open(join(folder, file), 'w', 0o600);
  const writer = createArchiveWriter(handle, secret, 10);
  await writer.add(entryNames.manifest, Buffer.from(JSON.stringify(first)));
  for (const { name, content } of contents) await writer.add(name, content);
  const picture = (async function* () {
    yield Buffer.from('pic');
    yield Buffer.from('ture');
  })();
  await writer.addStream(entryNames.file('media/a/b'), 7, picture);
  await writer.finish({ 'public.things': 3 });
  await handle.close();
  return readFile(join(folder, file));
}

async function read(file: string, secret?: string) {
  const handle = await open(join(folder, file));
  const found: Array<{ name: string; content: Buffer }> = [];
  try {
    const { end } = await readArchive(handle, secret, {
      manifest: () => Promise.resolve(),
      async entry(name, _sizeBytes, content) {
        found.push({ name, content: await readWhole(content, 1_000_000) });
      },
    });
    return { found, end };
  } finally {
    await handle.close();
  }
}

async function readBytes(bytes: Buffer, secret?: string) {
  await writeFile(join(folder, 'changed'), bytes);
  return read('changed', secret);
}

describe.each([
  { kind: 'readable', secret: undefined },
  { kind: 'encrypted', secret: passphrase },
])('a $kind archive', ({ secret, kind }) => {
  let bytes: Buffer;
  beforeAll(async () => {
    bytes = await write(kind, secret);
  });

  it('returns what was written, in order, and may be read twice', async () => {
    const wanted = [...contents, { name: 'files/media/a/b', content: Buffer.from('picture') }];
    const { found, end } = await read(kind, secret);
    expect(found).toEqual(wanted);
    expect(end).toMatchObject({ entries: wanted.length + 1, rows: { 'public.things': 3 } });
  });

  it('truncated anywhere is detected', async () => {
    const ends = [
      bytes.length - 1,
      bytes.length - 9,
      bytes.length >> 1,
      300,
      ...(secret ? [] : places(bytes.length, 20)),
    ];
    for (const end of ends)
      await expect(readBytes(bytes.subarray(0, end), secret), String(end)).rejects.toThrow(damagedBackup);
  });

  it('with a changed byte anywhere is detected', async () => {
    const changed = [bytes.length - 1, bytes.length >> 1, ...(secret ? [] : places(bytes.length, 20))];
    for (const at of changed) {
      await expect(readBytes(withChangedByte(bytes, at), secret), String(at)).rejects.toThrow(damagedBackup);
    }
    // Its beginning says what it is: a change there may make it something else.
    const beginning = secret === undefined ? 10 : 160;
    for (let at = 0; at < beginning; at++) {
      await expect(readBytes(withChangedByte(bytes, at), secret), String(at)).rejects.toThrow(OperatorError);
    }
  });
});

it('with a changed bit is detected also where other bytes stand for the same contents', async () => {
  const bytes = await write('bits', undefined);
  // The head of an entry is mostly zeros, which can be copied from many places.
  for (let at = 230; at < 270; at++) {
    for (let bit = 0; bit < 8; bit++) {
      await expect(readBytes(withChangedByte(bytes, at, 1 << bit)), `${at}.${bit}`).rejects.toThrow(damagedBackup);
    }
  }
});

function withChangedByte(bytes: Buffer, at: number, bits = 0x10): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ bits;
  return copy;
}

/** Offsets after gzip's header. */
function places(length: number, count: number): number[] {
  return Array.from({ length: count }, () => 10 + Math.floor(random() * (length - 10)));
}

describe('a file that is not a backup', () => {
  it('is distinguished from a damaged one', async () => {
    await expect(readBytes(Buffer.alloc(0))).rejects.toThrow('is empty');
    await expect(readBytes(Buffer.from('hello, this is a letter to nobody'))).rejects.toThrow('not a backup of Parley');
    await expect(readBytes(gzipSync('hello'))).rejects.toThrow(damagedBackup);
    const handle = await open(join(folder, 'foreign'), 'w');
    const writer = createArchiveWriter(handle, undefined);
    await writer.add('photos/one.txt', Buffer.from('x'));
    await writer.finish({});
    await handle.close();
    await expect(read('foreign')).rejects.toThrow('not a backup of Parley');
  });

  it('from a newer version names that version', async () => {
    await write('newer', undefined, { product: 'parley', format: 2 });
    await expect(read('newer')).rejects.toThrow('newer Parley');
  });
});

it('asks for the passphrase, and reports a wrong one', async () => {
  await write('closed', passphrase);
  await expect(read('closed')).rejects.toThrow('Set BACKUP_PASSPHRASE');
  await expect(read('closed', 'four gears')).rejects.toThrow('BACKUP_PASSPHRASE is not the one');
});

it('with an entry of another length than announced is never finished', async () => {
  const handle = await open(join(folder, 'short'), 'w');
  const writer = createArchiveWriter(handle, undefined);
  await writer.add(entryNames.manifest, Buffer.from(JSON.stringify(manifest)));
  const short = (async function* () {
    yield Buffer.from('pic');
  })();
  await expect(writer.addStream('files/media/a', 7, short)).rejects.toThrow();
  await expect(writer.finish({})).rejects.toThrow();
  await handle.close();
});

it('reports a full disk immediately', async () => {
  const handle = await open('/dev/full', 'w');
  const writer = createArchiveWriter(handle, undefined);
  const fill = async () => {
    for (let part = 0; part < 100; part++) await writer.add(String(part), randomBytes(1_000_000));
    await writer.finish({});
  };
  await expect(fill()).rejects.toMatchObject({ code: 'ENOSPC' });
  await handle.close();
});
