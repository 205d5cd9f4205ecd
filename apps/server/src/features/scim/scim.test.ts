// @module-tag data
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam, type Member, type Team } from '../../testing/team.ts';

/*
 * Requests as the providers document them:
 * https://learn.microsoft.com/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups
 * https://learn.microsoft.com/entra/identity/app-provisioning/application-provisioning-config-problem-scim-compatibility
 * https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20
 */

type Resource = {
  id: string;
  active: boolean;
  userName: string;
  displayName: string;
  externalId?: string;
  name: { formatted: string; givenName?: string; familyName?: string };
  members: { value: string }[];
  meta: { location: string };
};
type Answer = {
  status: number;
  type: string | null;
  location: string | null;
  body: Resource & { Resources: Resource[]; totalResults: number; scimType?: string; detail: string; status: string };
};

const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User';
const enterpriseUrn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const groupUrn = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const patchUrn = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

let server: TestServer;
let team: Team;
let token: string;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  team = await createTeam(server);
  token = await tokenFor(team.owner);
});

async function tokenFor(member: Member, more: object = {}): Promise<string> {
  const made = await team.call<{ token: string }>(member, 'POST', '/scim/tokens', { name: 'Entra ID', ...more });
  expect(made.status).toBe(201);
  return made.body.token;
}

async function scim(method: string, path: string, body?: unknown, as = token): Promise<Answer> {
  const answer = await fetch(`${server.url}/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${as}`, ...(body !== undefined && { 'content-type': 'application/scim+json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    location: answer.headers.get('location'),
    body: (text === '' ? {} : JSON.parse(text)) as Answer['body'],
  };
}

const freshEmail = () => `ada.${newId()}@kestrel.example`;
const patch = (...operations: object[]) => ({ schemas: [patchUrn], Operations: operations });
const filtered = (kind: string, filter: string) => scim('GET', `/${kind}?filter=${encodeURIComponent(filter)}`);

/** As Entra ID creates a user. */
const entraUser = (userName: string, more: object = {}) => ({
  schemas: [userUrn, enterpriseUrn],
  externalId: userName.split('@')[0],
  userName,
  active: true,
  displayName: 'Ada Lovelace',
  emails: [{ primary: true, type: 'work', value: userName }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Ada Lovelace', familyName: 'Lovelace', givenName: 'Ada' },
  roles: [],
  [enterpriseUrn]: { department: 'Sales' },
  ...more,
});
async function created(more: object = {}): Promise<Resource> {
  const made = await scim('POST', '/Users', entraUser(freshEmail(), more));
  expect(made).toMatchObject({ status: 201, type: expect.stringContaining('application/scim+json') });
  return made.body;
}
const memberOf = async (id: string) =>
  (
    await team.call<{ data: { user_id: string; state: string; role: string; name: string }[] }>(
      team.owner,
      'GET',
      '/team?limit=200',
    )
  ).body.data.find(({ user_id }) => user_id === id);

describe('users', () => {
  test('are members at once with the role of the token, found by what providers look for, and answered as SCIM', async () => {
    const email = freshEmail();
    // Entra ID looks first.
    expect(await filtered('Users', `userName eq "${email}"`)).toMatchObject({
      status: 200,
      type: expect.stringContaining('application/scim+json'),
      body: { totalResults: 0, Resources: [] },
    });
    const { status, body, location } = await scim('POST', '/Users', entraUser(email));
    expect(status).toBe(201);
    expect(location).toBe(body.meta.location);
    expect(location).toBe(`${server.platform.publicUrl()}/scim/v2/Users/${body.id}`);
    expect(body).toMatchObject({ userName: email, active: true, name: { givenName: 'Ada', familyName: 'Lovelace' } });
    expect(await memberOf(body.id)).toMatchObject({ role: 'User', state: 'active', name: 'Ada Lovelace' });
    for (const filter of [
      `userName eq "${email.toUpperCase()}"`,
      `externalId eq "${email.split('@')[0]}"`,
      `emails[type eq "work"].value eq "${email}"`,
      `${userUrn}:userName Eq "${email}" and active eq true`,
      `id eq "${body.id}"`,
    ]) {
      expect((await filtered('Users', filter)).body.Resources, filter).toMatchObject([{ id: body.id }]);
    }
    expect((await filtered('Users', `userName eq "${email}" and active eq false`)).body.totalResults).toBe(0);
    expect((await scim('GET', `/Users/${body.id}`)).body).toMatchObject({ id: body.id, userName: email });
    const admin = await tokenFor(team.owner, { default_role: 'Admin' });
    const second = await scim('POST', '/Users', entraUser(freshEmail()), admin);
    expect(await memberOf(second.body.id)).toMatchObject({ role: 'Admin' });
  });

  test('the same address again is a conflict, also of a member who was there before', async () => {
    const user = await created();
    const conflict = { status: 409, body: { scimType: 'uniqueness', status: '409', detail: expect.any(String) } };
    expect(await scim('POST', '/Users', entraUser(user.userName))).toMatchObject(conflict);
    expect(await scim('POST', '/Users', entraUser(team.owner.email))).toMatchObject(conflict);
    expect((await filtered('Users', `userName eq "${team.owner.email}"`)).body.totalResults).toBe(1);
    const at = await Promise.all(
      Array.from({ length: 6 }, () => scim('POST', '/Users', entraUser(`x.${user.userName}`))),
    );
    expect(at.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  test('an externalId belongs to one: a second one with it is a conflict, and changes nothing', async () => {
    const externalId = newId();
    const first = await scim('POST', '/Users', entraUser(freshEmail(), { externalId }));
    expect(first.status).toBe(201);
    const email = freshEmail();
    expect(await scim('POST', '/Users', entraUser(email, { externalId }))).toMatchObject({
      status: 409,
      body: { scimType: 'uniqueness' },
    });
    expect((await filtered('Users', `userName eq "${email}"`)).body.totalResults).toBe(0);
    const other = await scim('POST', '/Users', entraUser(email, { externalId: newId() }));
    const taken = patch({ op: 'replace', path: 'externalId', value: externalId });
    expect((await scim('PATCH', `/Users/${other.body.id}`, taken)).status).toBe(409);
  });

  test('what no text of the database can have is refused', async () => {
    expect((await filtered('Users', 'userName eq "a\\u0000b"')).status).toBe(400);
    expect((await scim('GET', '/Users/a%00b')).status).toBe(400);
    expect((await scim('GET', '/Groups/a%00b')).status).toBe(400);
  });

  test('pages overlap in nothing and leave out nobody', async () => {
    for (let n = 0; n < 4; n++) await created();
    const seen: string[] = [];
    for (let start = 1; ; start += 2) {
      const { body } = await scim('GET', `/Users?startIndex=${start}&count=2`);
      expect(body).toMatchObject({ totalResults: 5, startIndex: start });
      if (body.Resources.length === 0) break;
      seen.push(...body.Resources.map(({ id }) => id));
    }
    expect(new Set(seen).size).toBe(5);
    expect(seen).toHaveLength(5);
    expect((await scim('GET', '/Users?count=0')).body).toMatchObject({ totalResults: 5, Resources: [] });
    const [bare] = (await scim('GET', '/Users?attributes=userName&count=1')).body.Resources;
    expect(Object.keys(bare ?? {}).sort()).toEqual(['id', 'meta', 'schemas', 'userName']);
  });

  test.each([
    ['Entra ID, a text', patch({ op: 'Replace', path: 'active', value: 'False' })],
    ['Entra ID, compliant', patch({ op: 'replace', path: 'active', value: false })],
    ['Entra ID, a list', patch({ op: 'Replace', path: 'active', value: [{ $ref: null, value: 'False' }] })],
    ['Okta, without a path', patch({ op: 'replace', value: { active: false } })],
  ])('deactivation ends access at once: %s', async (_provider, operations) => {
    const member = await team.add('User');
    expect((await team.call(member, 'GET', '/bootstrap')).status).toBe(200);
    expect(await scim('PATCH', `/Users/${member.uid}`, operations)).toMatchObject({
      status: 200,
      body: { active: false },
    });
    expect((await team.call(member, 'GET', '/bootstrap')).status).toBe(401);
    expect(await memberOf(member.uid)).toMatchObject({ state: 'suspended' });
    const back = await scim('PATCH', `/Users/${member.uid}`, patch({ op: 'Add', path: 'active', value: 'True' }));
    expect(back.body.active).toBe(true);
    expect((await team.call(member, 'GET', '/bootstrap')).status).toBe(200);
  });

  test('PATCH changes names in the forms of Entra ID; what Parley has no place for is left out', async () => {
    const { id } = await created();
    const changed = await scim(
      'PATCH',
      `/Users/${id}`,
      patch(
        { op: 'Replace', path: 'name.familyName', value: 'Byron' },
        { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+15550100' },
        { op: 'Replace', path: `${enterpriseUrn}:department`, value: 'Support' },
        { op: 'Replace', value: { 'name.givenName': 'Augusta', externalId: 'x1' } },
      ),
    );
    expect(changed.body).toMatchObject({
      displayName: 'Augusta Byron',
      externalId: 'x1',
      name: { givenName: 'Augusta', familyName: 'Byron' },
    });
    expect(await memberOf(id)).toMatchObject({ name: 'Augusta Byron' });
    const shown = await scim('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'displayName', value: 'Countess' }));
    expect(shown.body.displayName).toBe('Countess');
    const removed = await scim('PATCH', `/Users/${id}`, patch({ op: 'remove', path: 'externalId' }));
    expect(removed.body.externalId).toBeUndefined();
  });

  test('PUT as Okta sends it changes and deactivates', async () => {
    const { id, userName } = await created();
    const body = {
      schemas: [userUrn],
      id,
      userName,
      name: { givenName: 'Grace', familyName: 'Hopper' },
      emails: [{ primary: true, value: userName, type: 'work', display: userName }],
      displayName: 'Grace Hopper',
      locale: 'en-US',
      externalId: '00u1',
      groups: [],
      active: false,
    };
    expect(await scim('PUT', `/Users/${id}`, body)).toMatchObject({
      status: 200,
      body: { displayName: 'Grace Hopper', externalId: '00u1', active: false },
    });
    expect(await memberOf(id)).toMatchObject({ state: 'suspended', name: 'Grace Hopper' });
  });

  test('DELETE ends the membership, and the same person may come back', async () => {
    const { id, userName } = await created();
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
    for (const method of ['GET', 'DELETE']) {
      expect(await scim(method, `/Users/${id}`)).toMatchObject({ status: 404, body: { status: '404' } });
    }
    expect(await memberOf(id)).toBeUndefined();
    expect((await scim('POST', '/Users', entraUser(userName))).body.id).toBe(id);
  });

  test('an Owner can be neither deactivated nor removed, and keeps their name', async () => {
    const path = `/Users/${team.owner.uid}`;
    const refused = { status: 403, body: { status: '403', detail: expect.stringContaining('An Owner can’t be') } };
    expect(await scim('PATCH', path, patch({ op: 'replace', path: 'active', value: false }))).toMatchObject(refused);
    expect(await scim('DELETE', path)).toMatchObject(refused);
    const { userName } = (await scim('GET', path)).body;
    const put = await scim('PUT', path, { userName, displayName: 'Somebody', active: true, externalId: 'o' });
    expect(put).toMatchObject({ status: 200, body: { displayName: 'Olga Owner', externalId: 'o' } });
  });

  test('addresses are the members’ own', async () => {
    const { id } = await created();
    const change = patch({ op: 'replace', path: 'userName', value: freshEmail() });
    expect(await scim('PATCH', `/Users/${id}`, change)).toMatchObject({
      status: 400,
      body: { scimType: 'mutability' },
    });
    expect(await scim('POST', '/Users', entraUser('ada'))).toMatchObject({
      status: 400,
      body: { scimType: 'invalidValue', detail: expect.stringContaining('userName') },
    });
  });
});

describe('users of other accounts', () => {
  test('are neither seen nor changed, and come in only where a required provider vouches for their address', async () => {
    const other = await createTeam(server);
    const theirs = await other.add('User');
    expect((await scim('GET', `/Users/${theirs.uid}`)).status).toBe(404);
    expect((await scim('DELETE', `/Users/${theirs.uid}`)).status).toBe(404);
    expect(await scim('POST', '/Users', entraUser(theirs.email))).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('Invite them') },
    });
    expect(await memberOf(theirs.uid)).toBeUndefined();
    await server.owner.query(`update clients set sign_in_provider = 'firm' where id = $1`, [team.clientId]);
    const { status, body } = await scim('POST', '/Users', entraUser(theirs.email));
    expect([status, body.id]).toEqual([201, theirs.uid]);
    await scim(
      'PATCH',
      `/Users/${theirs.uid}`,
      patch({ op: 'replace', value: { displayName: 'Changed', active: false } }),
    );
    expect((await other.call(theirs, 'GET', '/bootstrap')).status).toBe(200);
    const { rows } = await server.owner.query<{ display_name: string; email: string }>(
      'select display_name, email from users where id = $1',
      [theirs.uid],
    );
    expect(rows[0]?.display_name).not.toBe('Changed');
  });

  test('who was removed comes back only with an address that they verified', async () => {
    const member = await team.add('User');
    await server.owner.query('update users set email_verified_at = null, last_login_at = now() where id = $1', [
      member.uid,
    ]);
    expect((await scim('DELETE', `/Users/${member.uid}`)).status).toBe(204);
    expect((await scim('POST', '/Users', entraUser(member.email))).status).toBe(409);
    await server.owner.query('update users set email_verified_at = now() where id = $1', [member.uid]);
    expect((await scim('POST', '/Users', entraUser(member.email))).status).toBe(201);
  });
});

describe('groups', () => {
  const entraGroup = (displayName: string, more: object = {}) => ({
    schemas: [groupUrn],
    externalId: newId(),
    displayName,
    ...more,
  });

  test('are groups of the team: created, filled, emptied, renamed and deleted', async () => {
    const [ada, grace] = [await created(), await created()];
    const made = await scim('POST', '/Groups', entraGroup('Sales'));
    expect(made).toMatchObject({ status: 201, body: { displayName: 'Sales', members: [] } });
    const path = `/Groups/${made.body.id}`;
    const members = async () => (await scim('GET', path)).body.members.map(({ value }) => value).sort();
    // Entra ID, its older form too, and Okta.
    await scim('PATCH', path, patch({ op: 'Add', path: 'members', value: [{ value: ada.id }] }));
    await scim(
      'PATCH',
      path,
      patch({ op: 'add', path: 'members', value: [{ value: grace.id, display: grace.userName }] }),
    );
    expect(await members()).toEqual([ada.id, grace.id].sort());
    await scim('PATCH', path, patch({ op: 'Remove', path: 'members', value: [{ value: ada.id }] }));
    expect(await members()).toEqual([grace.id]);
    await scim('PATCH', path, patch({ op: 'remove', path: `members[value eq "${grace.id}"]` }));
    expect(await members()).toEqual([]);
    await scim(
      'PATCH',
      path,
      patch({ op: 'replace', path: 'members', value: [{ value: ada.id }, { value: grace.id }] }),
    );
    expect(await members()).toEqual([ada.id, grace.id].sort());
    const seen = await team.call<{ data: { id: string; member_ids: string[] }[] }>(team.owner, 'GET', '/user-groups');
    expect(seen.body.data.find(({ id }) => id === made.body.id)?.member_ids.sort()).toEqual([ada.id, grace.id].sort());
    const renamed = await scim(
      'PATCH',
      path,
      patch({ op: 'replace', value: { id: made.body.id, displayName: 'Support' } }),
    );
    expect(renamed.body.displayName).toBe('Support');
    expect(
      (await scim('PUT', path, { displayName: 'Support', members: [{ value: ada.id }] })).body.members,
    ).toHaveLength(1);
    await scim('PATCH', path, patch({ op: 'remove', path: 'members' }));
    expect(await members()).toEqual([]);
    const found = await scim(
      'GET',
      `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "support"')}`,
    );
    expect(found.body.Resources).toMatchObject([{ id: made.body.id }]);
    expect(found.body.Resources[0]?.members).toBeUndefined();
    expect((await scim('DELETE', path)).status).toBe(204);
    expect((await scim('GET', path)).status).toBe(404);
  });

  test('additions at once are all there', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => created()));
    const { body } = await scim('POST', '/Groups', entraGroup('At once'));
    await Promise.all(
      users.map(({ id }) =>
        scim('PATCH', `/Groups/${body.id}`, patch({ op: 'add', path: 'members', value: [{ value: id }] })),
      ),
    );
    expect((await scim('GET', `/Groups/${body.id}`)).body.members).toHaveLength(8);
  });

  test('a name that is taken and a member of another account are refused, and nothing changes', async () => {
    const { body } = await scim('POST', '/Groups', entraGroup('Sales'));
    expect(await scim('POST', '/Groups', entraGroup('SALES'))).toMatchObject({
      status: 409,
      body: { scimType: 'uniqueness' },
    });
    const stranger = await (await createTeam(server)).add('User');
    const add = patch({ op: 'add', path: 'members', value: [{ value: stranger.uid }] });
    expect(await scim('PATCH', `/Groups/${body.id}`, add)).toMatchObject({
      status: 400,
      body: { scimType: 'invalidValue' },
    });
    expect((await scim('GET', `/Groups/${body.id}`)).body.members).toEqual([]);
  });
});

describe('a token', () => {
  test('is shown once, opens nothing else, and ends when it is revoked', async () => {
    const { body } = await team.call<{ base_url: string; tokens: { id: string; last4: string }[] }>(
      team.owner,
      'GET',
      '/scim',
    );
    expect(body.base_url).toBe(`${server.platform.publicUrl()}/scim/v2`);
    expect(body.tokens).toMatchObject([{ last4: token.slice(-4), last_used_at: null }]);
    expect(JSON.stringify(body)).not.toContain(token);
    await scim('GET', '/Users');
    const used = await team.call<typeof body>(team.owner, 'GET', '/scim');
    expect(used.body.tokens).toMatchObject([{ last_used_at: expect.any(String), last_used_ip: '127.0.0.1' }]);
    const elsewhere = await fetch(`${server.url}/api/contacts`, { headers: { authorization: `Bearer ${token}` } });
    expect(elsewhere.status).toBe(401);
    expect((await team.call(team.owner, 'DELETE', `/scim/tokens/${body.tokens[0]?.id}`)).status).toBe(204);
    expect(await scim('GET', '/Users')).toMatchObject({ status: 401, body: { status: '401' } });
    for (const wrong of ['', 'wa_scim_x', `${token.slice(0, -1)}0`]) {
      expect((await scim('GET', '/Users', undefined, wrong)).status).toBe(401);
    }
  });

  test('is made by Admins who signed in recently', async () => {
    const [user, admin] = [await team.add('User'), await team.add('Admin')];
    expect((await team.call(user, 'POST', '/scim/tokens', { name: 'Okta' })).status).toBe(403);
    await server.owner.query(`update sessions set auth_time = now() - interval '1 hour' where user_id = $1`, [
      admin.uid,
    ]);
    expect((await team.call(admin, 'POST', '/scim/tokens', { name: 'Okta' })).code).toBe('requires-recent-login');
  });

  test('what it changed is in the audit log under its name, and what was refused in the settings', async () => {
    const { id } = await created();
    await scim('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: false }));
    await scim('DELETE', `/Users/${id}`);
    const { body } = await team.call<{ data: { action: string; actor: string }[] }>(
      team.owner,
      'GET',
      '/audit-events?action=team',
    );
    expect(body.data.map(({ action }) => action)).toEqual([
      'team.member_removed',
      'team.member_changed',
      'team.member_provisioned',
    ]);
    expect(new Set(body.data.map(({ actor }) => actor.slice(0, 5)))).toEqual(new Set(['scim:']));
    for (let n = 0; n < 25; n++) await scim('GET', `/Users?filter=nickName eq "${n}"`);
    const told = await team.call<{ refusals: { call: string; status: number; detail: string }[] }>(
      team.owner,
      'GET',
      '/scim',
    );
    expect(told.body.refusals).toHaveLength(20);
    expect(told.body.refusals[0]).toMatchObject({
      call: 'GET /Users',
      status: 400,
      detail: expect.stringContaining('nickname'),
    });
  });
});

describe('the protocol', () => {
  test('describes itself', async () => {
    expect((await scim('GET', '/ServiceProviderConfig')).body).toMatchObject({ patch: { supported: true } });
    expect((await scim('GET', '/ResourceTypes')).body.Resources.map(({ id }) => id)).toEqual(['User', 'Group']);
    expect((await scim('GET', '/Schemas')).body.Resources.map(({ id }) => id)).toEqual([userUrn, groupUrn]);
    expect((await scim('GET', `/Schemas/${userUrn}`)).body.id).toBe(userUrn);
  });

  test.each([
    ['GET', '/Users?filter=userName co "a"', undefined, 400, 'invalidFilter'],
    ['GET', '/Users?filter=userName eq "a" or active eq true', undefined, 400, 'invalidFilter'],
    ['GET', '/Users?startIndex=x', undefined, 400, 'invalidSyntax'],
    ['POST', '/Users', [], 400, 'invalidSyntax'],
    ['POST', '/Users', { displayName: 'Nobody' }, 400, 'invalidValue'],
    ['POST', '/Users', { userName: 'a@kestrel.example', active: 'maybe' }, 400, 'invalidValue'],
    ['POST', '/Groups', { displayName: '' }, 400, 'invalidValue'],
    ['GET', '/Users/no-id', undefined, 404, undefined],
    ['GET', '/Bulk', undefined, 404, undefined],
  ])('%s %s is refused', async (method, path, body, status, scimType) => {
    const answer = await scim(method, path, body);
    expect(answer.status).toBe(status);
    expect(answer.type).toContain('application/scim+json');
    expect(answer.body).toMatchObject({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
    });
    expect(answer.body.scimType).toBe(scimType);
  });

  test.each([
    [patch({ op: 'move', path: 'active', value: true }), 'invalidSyntax'],
    [patch({ op: 'replace', path: 'emails[type', value: 'x' }), 'invalidPath'],
    [patch({ op: 'remove' }), 'invalidSyntax'],
    [{ schemas: [patchUrn] }, 'invalidSyntax'],
  ])('a PATCH that says nothing clear changes nothing: %j', async (body, scimType) => {
    const { id } = await created();
    expect(await scim('PATCH', `/Users/${id}`, body)).toMatchObject({ status: 400, body: { scimType } });
  });
});
