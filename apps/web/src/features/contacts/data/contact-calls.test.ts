import type { Contact, InputOf, OutputOf, RouteKey } from '@parley/contract/types';
import { beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '../../../platform/errors.ts';
import { LiveAccount } from '../../sync/public.ts';
import { createMemoryCache } from '../../sync/public-samples.ts';
import { type ContactCalls, createContactCalls } from './contact-calls.ts';

type Answers = Partial<Record<RouteKey, (input: never) => unknown>>;

let answers: Answers;
let asked: { key: string; input: unknown }[];
let logged: string[];
let calls: ContactCalls;
let store: LiveAccount['store'];

/** A stub of the server around a real account store. */
async function call<K extends RouteKey>(key: K, input: InputOf<K>): Promise<OutputOf<K>> {
  asked.push({ key, input });
  const answer = answers[key];
  if (answer === undefined) throw refusal(500, 'internal', '', []);
  return answer(input as never) as OutputOf<K>;
}

function refusal(status: number, code: ApiError['code'], message: string, data: ApiError['data']): ApiError {
  return new ApiError({ status, code, message, data, requestId: null, retryAfterSeconds: null });
}

function contact(id: string, phone_number: string | null, version = 1): Contact {
  const at = '2026-11-20T09:00:00.000Z';
  const none = { user_id: null, username: null, opted_in_at: null, opt_in_source: null, opted_out_at: null };
  return {
    id,
    phone_number,
    name: id,
    contact_list_ids: [],
    custom_fields: {},
    ...none,
    origin: 'API',
    created_at: at,
    updated_at: at,
    version,
  };
}

beforeEach(() => {
  answers = {};
  asked = [];
  logged = [];
  const never = () => new Promise<never>(() => undefined);
  const account = new LiveAccount({
    uid: 'dana',
    api: call,
    upload: never,
    token: never,
    renewToken: never,
    openSocket: () => new EventTarget() as WebSocket,
    cache: createMemoryCache(),
    tabs: {
      exclusively: never,
      notifyTabs: () => undefined,
      onNotified: () => () => undefined,
      close: () => undefined,
    },
    deviceOnline: () => true,
    onRemoved: () => undefined,
  });
  store = account.store;
  calls = createContactCalls({ call, store, log: (what) => void logged.push(what) });
});

describe('looking up contacts', () => {
  test('numbers are sent by the hundred, each once, and known ones are not looked up again', async () => {
    answers['GET /api/contacts/multi'] = ({ query }: { query: { phone_number: string[] } }) =>
      query.phone_number.map((number) => contact(`id ${number}`, number.slice(1)));
    const numbers = Array.from({ length: 250 }, (_, n) => `4477009${10_000 + n}`);
    expect(await calls.byPhones([...numbers, ...numbers])).toHaveLength(250);
    const sizes = () =>
      asked.map(({ input }) => (input as { query: { phone_number: string[] } }).query.phone_number.length);
    expect(sizes()).toEqual([100, 100, 50]);
    expect(await calls.byPhones(numbers.slice(0, 30))).toHaveLength(30);
    expect(sizes()).toEqual([100, 100, 50]);
    expect(await calls.contact(`id +${numbers[0]}`)).toMatchObject({ phone_number: numbers[0] });
    expect(asked).toHaveLength(3);
  });

  test('a number that moved is looked up again', async () => {
    answers['GET /api/contacts/multi'] = () => [contact('ada', '447700900101')];
    await calls.byPhones(['447700900101']);
    store.putRows('contacts', [contact('ada', '447700900199', 2)]);
    answers['GET /api/contacts/multi'] = () => [];
    expect(await calls.byPhones(['447700900101'])).toEqual([]);
    expect(asked).toHaveLength(2);
  });

  test('not found is empty; a failed lookup throws', async () => {
    answers['GET /api/contacts/{id}'] = () => {
      throw refusal(404, 'not_found', 'This contact was not found.', []);
    };
    expect(await calls.contact('nobody')).toBeNull();
    delete answers['GET /api/contacts/{id}'];
    await expect(calls.contact('somebody')).rejects.toBeInstanceOf(ApiError);
    expect(await calls.byPhones(['447700900101'])).toEqual([]);
    expect(logged).toEqual(['contacts.multi']);
  });
});

describe('lists', () => {
  const list = (name: string) => ({ id: name, name, color: null, member_count: 1, version: 1 });

  test('are read once unless refreshed, and stay when reading them again fails', async () => {
    answers['GET /api/contact-lists'] = () => [list('VIP')];
    expect(await calls.lists()).toHaveLength(1);
    await calls.lists();
    expect(asked).toHaveLength(1);
    delete answers['GET /api/contact-lists'];
    expect(await calls.lists(true)).toEqual([list('VIP')]);
    expect(store.list('contact_lists')).toEqual([list('VIP')]);
    answers['GET /api/contact-lists'] = () => [list('VIP'), list('Fair')];
    expect(await calls.lists(true)).toHaveLength(2);
  });

  test('counts change without a new version', async () => {
    answers['GET /api/contact-lists'] = () => [list('VIP')];
    await calls.lists();
    answers['GET /api/contact-lists'] = () => [{ ...list('VIP'), member_count: 7 }];
    await calls.lists(true);
    expect(store.list('contact_lists')[0]?.member_count).toBe(7);
  });
});

describe('a failure is logged and becomes a value', () => {
  const existing = refusal(409, 'contact_exists', 'It exists.', [
    { field: 'phone_number', msg: 'Another contact has this phone number.', id: 'other' },
  ]);
  const fail = (error: unknown) => () => {
    throw error;
  };

  test('create and update return 0 and the first message of the server, if any', async () => {
    answers['POST /api/contacts'] = fail(existing);
    expect(await calls.create({ phone_number: '+447700900101' })).toEqual([
      0,
      'Another contact has this phone number.',
    ]);
    answers['PUT /api/contacts/{id}'] = fail(refusal(409, 'version_conflict', 'Somebody was quicker.', []));
    expect(await calls.update('ada', { name: 'Ada' })).toEqual([0, 'Somebody was quicker.']);
    answers['PUT /api/contacts/{id}'] = fail(new TypeError('no answer'));
    expect(await calls.update('ada', { name: 'Ada' })).toEqual([0]);
    expect(logged).toEqual(['contact.create', 'contact.update', 'contact.update']);
  });

  test('success returns 1 and the id', async () => {
    answers['POST /api/contacts'] = () => ({ id: 'ada' });
    expect(await calls.create({ phone_number: '+447700900101' })).toEqual([1, 'ada']);
  });

  test('false for bulk calls, 0 for one contact, nothing for lists and fields', async () => {
    expect(await calls.deleteAll('Kestrel')).toBe(false);
    expect(await calls.deleteMulti(['a'], null)).toBe(false);
    expect(await calls.deleteOne('a', null)).toEqual([0]);
    expect(await calls.deleteList('l', 'true')).toEqual([0]);
    expect(await calls.resetLists('a', [])).toBeUndefined();
    expect(await calls.modifyField('a', { operation: 'REMOVE', name: 'City' })).toBeUndefined();
    expect(await calls.sampleContact('l')).toBeNull();
    expect(logged).toHaveLength(7);
  });

  test('the first contact of a list is used for previews', async () => {
    answers['GET /api/contact-lists/{id}/sample-contacts'] = () => [contact('ada', null), contact('ben', null)];
    expect(await calls.sampleContact('l')).toMatchObject({ id: 'ada' });
    answers['GET /api/contact-lists/{id}/sample-contacts'] = () => [];
    expect(await calls.sampleContact('l')).toBeNull();
  });
});
