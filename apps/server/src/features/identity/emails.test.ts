import type { FastifyInstance } from 'fastify';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityDependencies, testApp } from '../../testing/app.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { codeTo, emailsTo, emailTo, linkTo, wrongCode } from '../../testing/emails.ts';
import { createUser, type TestUser } from '../../testing/users.ts';
import { identityHandlers } from './handlers.ts';

let database: TestDatabase;
let app: FastifyInstance;
let fresh = 0;

beforeAll(async () => {
  database = await testDatabase({ env: { SIGN_UP: 'open' } });
  const { platform } = database;
  ({ app } = await testApp(platform, (auth) => [identityHandlers(platform, auth, identityDependencies(platform))]));
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const post = (path: string, payload: object) => app.inject({ method: 'POST', url: `/api/auth/${path}`, payload });
const newAddress = () => `new${fresh++}@example.com`;
const statuses = (responses: { statusCode: number }[]) => responses.map((response) => response.statusCode).sort();
const errorOf = (response: { json(): { error: Record<string, unknown> } }) => {
  const { request_id: _id, ...error } = response.json().error;
  return error;
};

/** A user with a verified address, which emailed codes do not change. */
async function verifiedUser(): Promise<TestUser> {
  const guest = await createUser(database.owner);
  await database.owner.query('update users set email_verified_at = now() where id = $1', [guest.uid]);
  return guest;
}

async function sendCode(email: string): Promise<{ handle: string; code: string }> {
  const response = await post('send-code', { email });
  expect(response.statusCode).toBe(202);
  return { handle: response.json().handle, code: await codeTo(database, email) };
}

describe('a code', () => {
  it('signs in the user of the address, once', async () => {
    const guest = await verifiedUser();
    const sent = await sendCode(guest.email);
    const response = await post('sign-in-code', sent);
    expect(response.statusCode).toBe(200);
    expect(decodeJwt(response.json().id_token)).toMatchObject({ uid: guest.uid });
    const again = await post('sign-in-code', sent);
    expect([again.statusCode, again.json().error.code]).toEqual([422, 'invalid-credential']);
  });

  it('used 8 times at once signs in once', async () => {
    const sent = await sendCode((await verifiedUser()).email);
    const responses = await Promise.all(Array.from({ length: 8 }, () => post('sign-in-code', sent)));
    expect(statuses(responses)).toEqual([200, ...Array(7).fill(422)]);
  });

  it('of 50 concurrent guesses accepts five, and the right code is refused afterwards', async () => {
    const sent = await sendCode((await verifiedUser()).email);
    const guesses = Array.from({ length: 50 }, () => post('sign-in-code', { ...sent, code: wrongCode(sent.code) }));
    expect(statuses(await Promise.all(guesses))).toEqual(Array(50).fill(422));
    const { rows } = await database.owner.query('select max(attempts) as most from one_time_tokens');
    expect(rows).toEqual([{ most: 5 }]);
    expect((await post('sign-in-code', sent)).statusCode).toBe(422);
  });

  it('is refused with another handle, after it expired, or in place of a link', async () => {
    const guest = await verifiedUser();
    const [first, second] = [await sendCode(guest.email), await sendCode(guest.email)];
    expect((await post('sign-in-code', { handle: first.handle, code: second.code })).statusCode).toBe(422);
    expect((await post('sign-in-link', { link: first.handle })).statusCode).toBe(422);
    await database.owner.query('update one_time_tokens set expires_at = now() where email = $1', [guest.email]);
    expect((await post('sign-in-code', first)).statusCode).toBe(422);
  });

  it.each([
    ['', ''],
    ['\u0000', '123456'],
    ['handle', '\u0000'],
    ['x'.repeat(200), '0'.repeat(20)],
  ])('malformed (%j, %j) is a wrong code', async (handle, code) => {
    expect((await post('sign-in-code', { handle, code })).statusCode).toBe(422);
  });

  it('for an unknown address gets the same response, and its email does not sign in', async () => {
    const [known, unknown] = [(await verifiedUser()).email, newAddress()];
    const answers = [await post('send-code', { email: known }), await post('send-code', { email: unknown })];
    const [a, b] = answers.map((answer) => ({
      status: answer.statusCode,
      size: answer.headers['content-length'],
      keys: Object.keys(answer.json()),
    }));
    expect(a).toEqual(b);
    const received = await emailTo(database, unknown);
    expect(received.text).not.toMatch(/\d{6}/);
    expect(received.text).toContain('there is no account for it');
  });

  it('is sent to one address five times an hour, known or not', async () => {
    const answersFor = async (email: string) => {
      const answers = [];
      for (let n = 0; n < 6; n++) answers.push(await post('send-code', { email }));
      return answers;
    };
    const [known, unknown] = [await answersFor((await verifiedUser()).email), await answersFor(newAddress())];
    for (const answers of [known, unknown]) {
      expect(answers.map((answer) => answer.statusCode)).toEqual([...Array(5).fill(202), 429]);
      expect(Number(answers[5]?.headers['retry-after'])).toBeGreaterThan(3_000);
    }
    expect(known[5] && errorOf(known[5])).toEqual(unknown[5] && errorOf(unknown[5]));
  });

  it('requested 20 times at once sends five emails', async () => {
    const { email } = await verifiedUser();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('send-code', { email })));
    expect(statuses(answers)).toEqual([...Array(5).fill(202), ...Array(15).fill(429)]);
    expect(await emailsTo(database, email)).toHaveLength(5);
  });

  it('tells disabled users so after they authenticated', async () => {
    const guest = await verifiedUser();
    await database.owner.query('update users set disabled_at = now() where id = $1', [guest.uid]);
    const response = await post('sign-in-code', await sendCode(guest.email));
    expect(response.json().error.code).toBe('user-disabled');
  });
});

describe('a link', () => {
  const sendLink = async (email: string) => {
    expect((await post('send-link', { email })).statusCode).toBe(202);
    return linkTo(database, email, 'link');
  };

  it('signs in with a POST, once; one of 8 concurrent requests succeeds', async () => {
    const guest = await verifiedUser();
    const link = await sendLink(guest.email);
    expect((await emailTo(database, guest.email)).text).toContain(`http://parley.test/loggedin?link=${link}`);
    const responses = await Promise.all(Array.from({ length: 8 }, () => post('sign-in-link', { link })));
    expect(statuses(responses)).toEqual([200, ...Array(7).fill(422)]);
    const winner = responses.find((response) => response.statusCode === 200);
    expect(decodeJwt(winner?.json().id_token)).toMatchObject({ uid: guest.uid });
  });

  it('is not consumed by any other request', async () => {
    const link = await sendLink((await verifiedUser()).email);
    await app.inject({ url: `/api/auth/sign-in-link?link=${link}` });
    await app.inject({ method: 'HEAD', url: '/api/auth/sign-in-link' });
    await post('sign-in-code', { handle: link, code: '000000' });
    await post('setup', { token: link, name: 'Eve', email: 'eve@example.com', password: 'correct horse battery' });
    expect((await post('sign-in-link', { link })).statusCode).toBe(200);
  });

  it('expired says what to do', async () => {
    const { email } = await verifiedUser();
    const link = await sendLink(email);
    await database.owner.query('update one_time_tokens set expires_at = now() where email = $1', [email]);
    const response = await post('sign-in-link', { link });
    expect(response.json().error.data).toEqual([{ field: 'link', msg: expect.stringContaining('Request a new one') }]);
  });

  it('for an unknown address is not sent', async () => {
    const email = newAddress();
    const [known, unknown] = [
      await post('send-link', { email: (await verifiedUser()).email }),
      await post('send-link', { email }),
    ];
    expect([unknown.statusCode, unknown.json()]).toEqual([known.statusCode, known.json()]);
    expect((await emailTo(database, email)).text).not.toContain('link=');
  });
});

describe('verifying an address by email', () => {
  const password = 'correct horse battery';

  it('removes the unverified password and sessions that existed before', async () => {
    // A user signed up with another user's address; its owner comes later.
    const guest = await createUser(database.owner);
    const { hash } = (
      await database.owner.query(
        `insert into user_passwords (user_id, hash) values ($1, 'somebody elses') returning hash`,
        [guest.uid],
      )
    ).rows[0];
    expect(hash).toBeDefined();
    await database.owner.query(
      `insert into user_identities (issuer, subject, user_id, provider_id) values ('https://evil', 'eve', $1, 'evil')`,
      [guest.uid],
    );
    const tokens = (await post('sign-in-code', await sendCode(guest.email))).json();
    const claims = decodeJwt(tokens.id_token);
    expect(claims).toMatchObject({ uid: guest.uid });
    const left = await database.owner.query(
      `select (select count(*) from user_passwords where user_id = $1)::int as passwords,
         (select count(*) from user_identities where user_id = $1)::int as identities,
         (select array_agg(id) from sessions where user_id = $1 and revoked_at is null) as sessions,
         (select email_verified_at is not null from users where id = $1) as verified`,
      [guest.uid],
    );
    expect(left.rows).toEqual([{ passwords: 0, identities: 0, sessions: [claims['sid']], verified: true }]);
  });

  it('leaves the first user of the installation their password', async () => {
    const guest = await createUser(database.owner);
    await database.owner.query('insert into setup_claims (user_id) values ($1)', [guest.uid]);
    await database.owner.query(`insert into user_passwords (user_id, hash) values ($1, 'mine')`, [guest.uid]);
    await post('sign-in-code', await sendCode(guest.email));
    const { rowCount } = await database.owner.query('select from user_passwords where user_id = $1', [guest.uid]);
    expect(rowCount).toBe(1);
  });

  it('changes nothing for a verified user', async () => {
    const guest = await verifiedUser();
    await database.owner.query(`insert into user_passwords (user_id, hash) values ($1, 'mine')`, [guest.uid]);
    await post('sign-in-code', await sendCode(guest.email));
    const { rows } = await database.owner.query(
      `select count(*)::int as sessions, (select count(*) from user_passwords where user_id = $1)::int as passwords
       from sessions where user_id = $1 and revoked_at is null`,
      [guest.uid],
    );
    expect(rows).toEqual([{ sessions: 2, passwords: 1 }]);
  });

  describe('signing up', () => {
    const signUp = (email: string, more: object = {}) => post('sign-up', { name: 'Anna', email, password, ...more });

    it('creates the user when the code is entered, with the chosen password', async () => {
      const email = newAddress();
      const response = await signUp(email);
      expect([response.statusCode, Object.keys(response.json())]).toEqual([202, ['handle']]);
      expect((await database.owner.query('select from users where email = $1', [email])).rowCount).toBe(0);
      const sent = { handle: response.json().handle, code: await codeTo(database, email) };
      expect((await post('sign-in-code', { ...sent, code: wrongCode(sent.code) })).statusCode).toBe(422);
      expect((await post('sign-in-code', sent)).statusCode).toBe(200);
      expect((await post('sign-in', { email, password })).statusCode).toBe(200);
      const { rows } = await database.owner.query(
        'select display_name, email_verified_at is not null as verified from users where email = $1',
        [email],
      );
      expect(rows).toEqual([{ display_name: 'Anna', verified: true }]);
    });

    it('gets the same response for an address that is taken; the code then signs that user in and changes nothing', async () => {
      const guest = await verifiedUser();
      const [known, unknown] = [await signUp(guest.email), await signUp(newAddress())];
      expect(known.statusCode).toBe(unknown.statusCode);
      expect(known.headers['content-length']).toBe(unknown.headers['content-length']);
      expect((await emailTo(database, guest.email)).subject).toBe('You already have a Parley account');
      const code = await codeTo(database, guest.email);
      const response = await post('sign-in-code', { handle: known.json().handle, code });
      expect(decodeJwt(response.json().id_token)).toMatchObject({ uid: guest.uid });
      expect((await post('sign-in', { email: guest.email, password })).statusCode).toBe(422);
    });

    it('twice with one address creates one user, whichever code is entered first', async () => {
      const email = newAddress();
      const handles = [(await signUp(email)).json().handle, (await signUp(email)).json().handle];
      const codes = (await emailsTo(database, email)).map(({ text }) => /^ {4}(\d{6})$/m.exec(text)?.[1]);
      const responses = await Promise.all(
        handles.map((handle, n) => post('sign-in-code', { handle, code: codes[n] ?? '' })),
      );
      expect(statuses(responses)).toEqual([200, 200]);
      const uids = responses.map((response) => decodeJwt(response.json().id_token)['uid']);
      expect(new Set(uids).size).toBe(1);
    });

    it.each([
      ['password', { password: 'short' }],
      ['password', { password: 'password123' }],
      ['name', { name: ' ' }],
      ['email', { email: 'nobody' }],
    ])('with an invalid %s (%j) names the field and sends nothing', async (field, wrong) => {
      const email = newAddress();
      const response = await signUp(email, wrong);
      expect([response.statusCode, response.json().error.data[0].field]).toEqual([422, field]);
      expect(await emailsTo(database, email)).toEqual([]);
    });

    it('stores name and password sealed while it waits', async () => {
      const email = newAddress();
      await signUp(email, { name: 'Canary Canarysson' });
      const { rows } = await database.owner.query('select * from one_time_tokens where email = $1', [email]);
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows[0])).not.toMatch(/argon2|Canary/);
      expect(rows[0].payload_enc.toString('latin1')).not.toMatch(/argon2|Canary/);
    });

    it('is refused where sign-up is closed, for every address', async () => {
      const closed = await testDatabase();
      const { platform } = closed;
      const other = await testApp(platform, (auth) => [
        identityHandlers(platform, auth, identityDependencies(platform)),
      ]);
      try {
        const payload = { name: 'Anna', email: 'anna@example.com', password };
        const response = await other.app.inject({ method: 'POST', url: '/api/auth/sign-up', payload });
        expect([response.statusCode, response.json().error.code]).toEqual([409, 'sign_up_closed']);
        expect(await emailsTo(closed, 'anna@example.com')).toEqual([]);
      } finally {
        await other.app.close();
        await closed.close();
      }
    });
  });
});
