// @module-tag data
import { type RouteKey, routes, scopesOf } from '@parley/contract';
import { scopes } from '@parley/contract/scopes';
import type { Scope } from '@parley/contract/types';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessMatrix, expectedStatus, matrixMembers } from './access-matrix.ts';
import { addKey, requestOf } from './access-world.ts';
import { queryAsOwner } from './inbox.ts';
import { restrictedAccessCases } from './restricted-access-cases.ts';
import {
  createRestrictedMemberWorld,
  customerNumber,
  type HiddenRow,
  type RestrictedMemberWorld,
  type RestrictionKind,
  restrictionKinds,
  type Word,
  words,
} from './restricted-member-world.ts';
import { type TestServer, testServer } from './server.ts';
import { until } from './world.ts';

const keys = Object.keys(routes).sort() as RouteKey[];
const allWords = Object.keys(words) as Word[];
let server: TestServer;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

/** Texts that must not be in any response to a member with the restriction. */
const hiddenWords: Record<RestrictionKind, readonly Word[]> = {
  assigned: allWords.filter((word) => word !== 'channel'),
  channels: ['campaign', 'channel', 'internalNote', 'message'],
  masked: [],
  noExport: ['cell'],
  noDeletion: [],
};

/**
 * Texts that a key with one scope may read. Internal notes are never included; the response to a change is the
 * changed row.
 */
const readable: Partial<Record<Scope, readonly Word[]>> = {
  'campaigns:read': ['campaign', 'contact'],
  'campaigns:write': ['campaign'],
  'channels:read': ['channel'],
  'channels:write': ['channel'],
  'contacts:read': ['campaign', 'cell', 'contact', 'merged', 'note', 'trashed'],
  // Events carry the rows that changed.
  'events:read': ['campaign', 'channel', 'contact', 'message'],
  'messages:read': ['channel', 'contact', 'message'],
  'threads:read': ['contact', 'message'],
  'threads:write': ['contact', 'message'],
};

describe('restrictions of members', () => {
  it('has one row for every route of the contract and no other', () => {
    expect(Object.keys(restrictedAccessCases).sort()).toEqual(keys);
  });

  it.each(restrictionKinds)('%s sees nothing hidden, and changes nothing hidden', async (kind) => {
    const world = await createRestrictedMemberWorld(server, kind);
    const before = await hiddenRows(world, kind);
    const { answers, leaks } = await callAll(async (key) => {
      const { limits, unrestricted } = restrictedAccessCases[key];
      const named = limits?.[kind] !== undefined || unrestricted !== undefined;
      const headers = await headersOf(world, key);
      return { request: await requestFor(key, world, named, headers), hidden: hiddenWords[kind] };
    }, kind === 'masked');
    const wrong = keys.flatMap((key) => {
      const { limits, unrestricted } = restrictedAccessCases[key];
      const expected = limits?.[kind] ?? unrestricted ?? asUser(key);
      return answers[key] === expected ? [] : [`${key}: ${answers[key]} instead of ${expected}`];
    });
    const changed = changesBetween(before, await hiddenRows(world, kind));
    expect({ leaks, wrong, changed }).toEqual({ leaks: [], wrong: [], changed: [] });
    // In a new session: the test has ended the member's others.
    const headers = await headersOf(world, 'GET /api/automations');
    const listed = await server.app.http.inject({ url: '/api/automations', headers });
    const { data } = listed.json<{ data: { counts: { runs: number } }[] }>();
    expect(data.map(({ counts }) => counts.runs)).toEqual([kind === 'assigned' || kind === 'channels' ? 0 : 1]);
  });
});

describe('scopes of keys', () => {
  let world: RestrictedMemberWorld;
  beforeAll(async () => {
    world = await createRestrictedMemberWorld(server, 'noDeletion');
  });

  it.each(scopes)('a key with only %s can call that scope’s routes, and reads nothing else', async (scope) => {
    const { clientId, team } = world;
    const headers = await addKey(server, { clientId, maker: team.owner, scopes: [scope], revoked: false });
    const hidden = allWords.filter((word) => !readable[scope]?.includes(word));
    const { answers, leaks } = await callAll(async (key) => {
      const named = key.startsWith('GET ') || key.includes('/audience');
      return { request: await requestFor(key, world, named, headers), hidden };
    });
    const wrong = keys.filter((key) => {
      const status = answers[key] ?? 0;
      if (routes[key].access === 'public') return status !== expectedStatus(key, 'anonymous');
      return isAllowed(key, scope) ? status === 401 || status === 403 || status >= 500 : status !== 403;
    });
    const shown = wrong.map((key) => `${key}: ${answers[key]}`);
    expect({ leaks, wrong: shown }).toEqual({ leaks: [], wrong: [] });
  });
});

/** A separate session for every call, so that signing out does not affect the others. */
async function headersOf({ team, member }: RestrictedMemberWorld, key: RouteKey): Promise<Record<string, string>> {
  const { sid, token } = await team.sessionOf(member);
  if (accessMatrix[key].stale === true)
    await queryAsOwner(server.owner, `update sessions set auth_time = now() - interval '1 day' where id = $1`, [sid]);
  return { authorization: `Bearer ${token}` };
}

function isAllowed(key: RouteKey, scope: Scope): boolean {
  return scopesOf(routes[key])?.every((needed) => needed === scope) ?? false;
}

function asUser(key: RouteKey): number {
  return accessMatrix[key].expect[matrixMembers.indexOf('User')] ?? 0;
}

/**
 * @param named with the hidden row and a body that would reveal or change it; else a User's request from the access
 * matrix
 */
async function requestFor(
  key: RouteKey,
  world: RestrictedMemberWorld,
  named: boolean,
  headers: Record<string, string>,
): Promise<InjectOptions> {
  const { row, query, body } = restrictedAccessCases[key];
  const { clientId, rows } = world;
  const hidden = row ?? accessMatrix[key].row;
  const plain = await requestOf(key, 'User', { clientId, rows, headersOf: async () => headers });
  if (!named) return plain;
  const [method, path = ''] = key.split(' ');
  const url = path
    .replace(/\{\w+\}/, hidden === undefined ? '' : rows[hidden])
    .replace('{note_id}', path.includes('/threads/') ? rows.internalNote : rows.note)
    .replace('{delivery_id}', rows.delivery)
    .replace(/\{(?:row|position)\}/, '1');
  return {
    method: method as 'GET',
    url: query === undefined ? url : `${url}?${query(rows)}`,
    headers,
    ...(body === undefined ? (plain.payload === undefined ? {} : { payload: plain.payload }) : { payload: body(rows) }),
  };
}

type Asked = { request: InjectOptions; hidden: readonly Word[] };

/** Calls every route once. @returns the statuses, and texts that must not have been in the response */
async function callAll(ask: (key: RouteKey) => Promise<Asked>, numbersToo = false) {
  const answers: Record<string, number> = {};
  const leaks: string[] = [];
  for (const key of keys) {
    const { request, hidden } = await ask(key);
    const response = await server.app.http.inject(request);
    answers[key] = response.statusCode;
    for (const word of hidden) if (response.body.includes(words[word])) leaks.push(`${key}: ${word}`);
    if (numbersToo && customerNumber.test(response.body)) leaks.push(`${key}: a number`);
  }
  return { answers, leaks };
}

const ofConversations: readonly HiddenRow[] = [
  ...(['thread', 'message', 'internalNote', 'scheduled', 'automationRun'] as const),
  ...(['campaign', 'campaignDone'] as const),
];
const ofContacts: readonly HiddenRow[] = ['contact', 'duplicate', 'trashed', 'merge', 'note'];
const ofImports: readonly HiddenRow[] = ['import', 'importDone', 'importNew'];
const kept: Record<RestrictionKind, readonly HiddenRow[]> = {
  assigned: [...ofConversations, ...ofContacts, ...ofImports],
  channels: ofConversations,
  masked: ofImports,
  noExport: ofImports,
  noDeletion: ['trashed'],
};
/** Written asynchronously after the response; an operation stores its author's request, whatever it reaches. */
const passing = [
  'api_key_requests',
  'audit_events',
  'changes',
  'changes_new',
  'contact_bulk_operations',
  'jobs',
  'notification_feeds',
  'notifications',
  'sessions',
];

/** A hash of each table's rows with an id that the member must not change, once no work is pending for them. */
async function hiddenRows(
  { clientId, rows }: RestrictedMemberWorld,
  kind: RestrictionKind,
): Promise<Record<string, string>> {
  await until(async () => {
    const [open] = await queryAsOwner<{ n: number }>(
      server.owner,
      `select count(*)::int as n from jobs where client_id = $1 and ended_at is null and kind not like 'notifications.%'`,
      [clientId],
    );
    return open?.n === 0;
  });
  const tables = await queryAsOwner<{ name: string }>(
    server.owner,
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'client_id'
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
       and c.relname <> all($1) order by 1`,
    [passing],
  );
  const ids = kept[kind].map((name) => `%${rows[name]}%`);
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    const [found] = await queryAsOwner<{ n: number; hash: string }>(
      server.owner,
      `select count(*)::int as n, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${name} t
       where client_id = $1 and t::text like any($2)`,
      [clientId, ids],
    );
    if (found !== undefined && found.n > 0) hashes[name] = `${found.n} ${found.hash}`;
  }
  return hashes;
}

function changesBetween(before: Record<string, string>, after: Record<string, string>): string[] {
  const tables = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...tables].filter((table) => before[table] !== after[table]).sort();
}
