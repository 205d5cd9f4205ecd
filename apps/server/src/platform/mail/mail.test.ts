import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { type Mailbox, startMailbox } from '../../testing/mailbox.ts';
import { createAccount, createUser } from '../../testing/users.ts';
import { until } from '../../testing/world.ts';
import { newId } from '../ids.ts';
import type { Email } from './email.ts';
import { decryptEmail, enqueueEmail, notifyMailWorker } from './outbox.ts';
import { countEmailsOfDay, deleteExpiredEmailHours, deleteExpiredEmails } from './outbox-repo.ts';
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
  mailbox.emails.length = 0;
  mailbox.refuseWith(undefined);
  await database.owner.query('delete from email_outbox');
});
afterAll(() => Promise.all(workers.map((worker) => worker.stop())));

const sample: Email = {
  kind: 'test.sample',
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

async function put(parts: Partial<Email> = {}): Promise<string> {
  const id = await database.platform.db.system.transaction('mail', (tx) =>
    enqueueEmail(tx, database.platform, { ...sample, ...parts }, 600),
  );
  notifyMailWorker(database.platform);
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

describe('an email', () => {
  it('has the same content in plain text and HTML, and escapes markup', async () => {
    startWorker();
    await put();
    const received = await mailbox.emailTo(sample.to);
    expect(received.subject).toBe(sample.subject);
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

  it('cannot contain its own headers or recipients', async () => {
    startWorker();
    await put({ subject: 'Hello\r\nBcc: eve@example.com' });
    const received = await mailbox.emailTo(sample.to);
    expect(received.subject).toBe('Hello Bcc: eve@example.com');
    expect(received.raw).not.toMatch(/^bcc:/im);
    expect(mailbox.emails).toHaveLength(1);
  });

  it('is stored sealed, bound to its row, and emptied after it was sent', async () => {
    const [first, second] = [await put(), await put()];
    const row = await rowOf(first);
    expect(row.body_enc.toString('latin1')).not.toContain('123456');
    expect(decryptEmail(database.platform.secrets, first, row.body_enc).text).toContain('123456');
    expect(() => decryptEmail(database.platform.secrets, second, row.body_enc)).toThrow();
    startWorker();
    expect(await settled(first)).toMatchObject({ state: 'sent', body_enc: null });
  });

  it('of a job is there once, however often the job runs', async () => {
    const job = newId();
    for (let run = 0; run < 2; run++) {
      await database.platform.db.system.transaction('mail', (tx) =>
        enqueueEmail(tx, database.platform, sample, 600, null, job),
      );
    }
    expect((await database.owner.query('select from email_outbox')).rowCount).toBe(1);
  });

  it('does not exist when its transaction failed', async () => {
    const failing = database.platform.db.system.transaction('mail', async (tx) => {
      await enqueueEmail(tx, database.platform, sample, 600);
      throw new Error('something else went wrong');
    });
    await expect(failing).rejects.toThrow('something else');
    expect((await database.owner.query('select from email_outbox')).rowCount).toBe(0);
  });
});

describe('the worker', () => {
  it('gives up an email that the server rejects permanently, and stores the reason', async () => {
    mailbox.refuseWith({ code: 550, message: 'no such user' });
    startWorker();
    const row = await settled(await put());
    expect(row).toMatchObject({ state: 'failed', attempts: 1 });
    expect(row.last_error).toContain('no such user');
  });

  it('retries later when the server is unavailable', async () => {
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
    notifyMailWorker(database.platform);
    expect(await settled(id)).toMatchObject({ state: 'sent', attempts: 2 });
  });

  it('shares emails with other workers: each is sent once', async () => {
    const addresses = Array.from({ length: 40 }, (_none, n) => `person${n}@example.com`);
    for (const to of addresses) await put({ to });
    for (let n = 0; n < 3; n++) startWorker();
    await until(async () => mailbox.emails.length >= addresses.length);
    await until(
      async () => (await database.owner.query(`select from email_outbox where state = 'waiting'`)).rowCount === 0,
    );
    expect(mailbox.emails.map(({ to }) => to).sort()).toEqual(addresses.sort());
  });

  it('neither sends nor stores expired ones', async () => {
    const id = await put();
    await database.owner.query(`update email_outbox set expires_at = now() - interval '2 hours'`);
    startWorker();
    const fresh = await put({ to: 'fresh@example.com' });
    await settled(fresh);
    expect(mailbox.emails.map(({ to }) => to)).toEqual(['fresh@example.com']);
    await database.platform.db.system.transaction('maintenance', deleteExpiredEmails);
    expect(await rowOf(id)).toBeUndefined();
  });
});

describe('the figures of an account', () => {
  it('count its own emails once, with those that were given up and those that expired', async () => {
    const user = await createUser(database.owner);
    const clientId = await createAccount(database.owner, user);
    const other = await createAccount(database.owner, user);
    const putFor = async (account: string | null, life = 600) => {
      const id = await database.platform.db.system.transaction('mail', (tx) =>
        enqueueEmail(tx, database.platform, sample, life, account),
      );
      notifyMailWorker(database.platform);
      return id;
    };
    const mail = database.platform.db.system.statements('mail');
    const figures = (account: string) => countEmailsOfDay(mail, account);
    startWorker();
    await settled(await putFor(clientId));
    await settled(await putFor(null));
    await settled(await putFor(other));
    mailbox.refuseWith({ code: 550, message: 'no such user' });
    await settled(await putFor(clientId));
    mailbox.refuseWith({ code: 451, message: 'come back' });
    const retried = await putFor(clientId);
    await until(async () => (await rowOf(retried)).last_error !== null);
    expect(await figures(clientId)).toEqual({ sent: 1, failed: 1, retrying: 1 });
    expect(await figures(other)).toEqual({ sent: 1, failed: 0, retrying: 0 });

    await database.owner.query("update email_outbox set expires_at = now() - interval '2 hours'");
    await deleteExpiredEmails(mail);
    await deleteExpiredEmails(mail);
    expect(await figures(clientId)).toEqual({ sent: 1, failed: 2, retrying: 0 });
    await database.owner.query("update email_hours set hour = hour - interval '3 days'");
    expect(await figures(clientId)).toEqual({ sent: 0, failed: 0, retrying: 0 });
    expect(await deleteExpiredEmailHours(mail)).toBe(2);
  });
});
