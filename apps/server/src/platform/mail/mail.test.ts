import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { type Mailbox, startMailbox } from '../../testing/mailbox.ts';
import { until } from '../../testing/world.ts';
import type { Letter } from './letter.ts';
import { hintMail, openLetter, putLetter } from './outbox.ts';
import { deleteExpiredLetters } from './outbox-repo.ts';
import { createSmtpTransport } from './smtp.ts';
import { startMailWorker } from './worker.ts';

let database: TestDatabase;
let mailbox: Mailbox;
const workers: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  database = await testDatabase();
  mailbox = await startMailbox();
});
afterAll(async () => {
  await mailbox.close();
  await database.close();
});
beforeEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  mailbox.letters.length = 0;
  mailbox.refuseWith(undefined);
  await database.owner.query('delete from email_outbox');
});
afterAll(() => Promise.all(workers.map((worker) => worker.stop())));

const letter: Letter = {
  kind: 'test.letter',
  to: 'otto@example.com',
  subject: 'Ihr Code für Müller & Söhne',
  lines: ['Hello <Otto>,', 'here is your code.'],
  code: '123456',
  action: { label: 'Open "Parley"', url: 'https://parley.test/loggedin?link=abc&x=1' },
  notes: ['Nobody asks you for it.'],
};

function startWorker(): void {
  workers.push(startMailWorker(database.platform, createSmtpTransport(mailbox.url, 'https://parley.test')));
}

async function put(parts: Partial<Letter> = {}): Promise<string> {
  const id = await database.platform.db.system.transaction('mail', (tx) =>
    putLetter(tx, database.platform, { ...letter, ...parts }, 600),
  );
  hintMail(database.platform);
  return id;
}

async function rowOf(id: string) {
  const { rows } = await database.owner.query('select * from email_outbox where id = $1', [id]);
  return rows[0];
}
const settled = (id: string) =>
  until(async () => {
    const row = await rowOf(id);
    return row.state !== 'waiting' && row;
  });

describe('a letter', () => {
  it('says the same in plain text and HTML, and carries nothing of its sender as markup', async () => {
    startWorker();
    await put();
    const received = await mailbox.letterTo(letter.to);
    expect(received.subject).toBe(letter.subject);
    expect(received.from).toBe('Parley <no-reply@parley.test>');
    expect(received.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    for (const said of ['123456', 'here is your code.', 'Nobody asks you for it.']) {
      expect(received.text).toContain(said);
      expect(received.html).toContain(said);
    }
    expect(received.text).toContain('https://parley.test/loggedin?link=abc&x=1');
    expect(received.html).toContain('href="https://parley.test/loggedin?link=abc&amp;x=1"');
    expect(received.html).toContain('Hello &lt;Otto&gt;');
    expect(received.html).not.toContain('<Otto>');
  });

  it('cannot bring headers or recipients of its own', async () => {
    startWorker();
    await put({ subject: 'Hello\r\nBcc: eve@example.com' });
    const received = await mailbox.letterTo(letter.to);
    expect(received.subject).toBe('Hello Bcc: eve@example.com');
    expect(received.raw).not.toMatch(/^bcc:/im);
    expect(mailbox.letters).toHaveLength(1);
  });

  it('lies sealed, bound to its row, and is emptied when it has gone out', async () => {
    const [first, second] = [await put(), await put()];
    const row = await rowOf(first);
    expect(row.body_enc.toString('latin1')).not.toContain('123456');
    expect(openLetter(database.platform.secrets, first, row.body_enc).text).toContain('123456');
    expect(() => openLetter(database.platform.secrets, second, row.body_enc)).toThrow();
    startWorker();
    expect(await settled(first)).toMatchObject({ state: 'sent', body_enc: null });
  });

  it('does not exist when its transaction failed', async () => {
    const failing = database.platform.db.system.transaction('mail', async (tx) => {
      await putLetter(tx, database.platform, letter, 600);
      throw new Error('something else went wrong');
    });
    await expect(failing).rejects.toThrow('something else');
    expect((await database.owner.query('select from email_outbox')).rowCount).toBe(0);
  });
});

describe('the worker', () => {
  it('gives up a letter that the server will never take, and keeps the reason', async () => {
    mailbox.refuseWith({ code: 550, message: 'no such user' });
    startWorker();
    const row = await settled(await put());
    expect(row).toMatchObject({ state: 'failed', attempts: 1 });
    expect(row.last_error).toContain('no such user');
  });

  it('tries again later when the server cannot now', async () => {
    mailbox.refuseWith({ code: 451, message: 'come back' });
    startWorker();
    const id = await put();
    const waiting = await until(async () => {
      const row = await rowOf(id);
      return row.last_error !== null && row;
    });
    expect(waiting.state).toBe('waiting');
    expect(waiting.next_try_at.getTime()).toBeGreaterThan(Date.now() + 5_000);
    mailbox.refuseWith(undefined);
    await database.owner.query('update email_outbox set next_try_at = now()');
    hintMail(database.platform);
    expect(await settled(id)).toMatchObject({ state: 'sent', attempts: 2 });
  });

  it('shares letters with others: each goes out once', async () => {
    const addresses = Array.from({ length: 40 }, (_none, n) => `person${n}@example.com`);
    for (const to of addresses) await put({ to });
    for (let n = 0; n < 3; n++) startWorker();
    await until(async () => mailbox.letters.length >= addresses.length);
    await until(
      async () => (await database.owner.query(`select from email_outbox where state = 'waiting'`)).rowCount === 0,
    );
    expect(mailbox.letters.map(({ to }) => to).sort()).toEqual(addresses.sort());
  });

  it('neither sends nor keeps what is past its end', async () => {
    const id = await put();
    await database.owner.query(`update email_outbox set expires_at = now() - interval '2 hours'`);
    startWorker();
    const fresh = await put({ to: 'fresh@example.com' });
    await settled(fresh);
    expect(mailbox.letters.map(({ to }) => to)).toEqual(['fresh@example.com']);
    await database.platform.db.system.transaction('upkeep', deleteExpiredLetters);
    expect(await rowOf(id)).toBeUndefined();
  });
});
