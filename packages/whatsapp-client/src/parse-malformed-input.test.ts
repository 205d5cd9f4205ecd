import { escapeAsMeta, type FixtureName, fixture, fixtureNames } from '@parley/whatsapp-fixtures';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseJsonKeepingIds } from './parse-json.ts';
import { parseWebhook } from './parse-webhook.ts';
import type { WebhookEvent } from './parsed-webhook.ts';

type Loose = Record<string, unknown>;

const inEnvelope = (value: unknown): Buffer =>
  Buffer.from(
    escapeAsMeta(
      JSON.stringify({
        object: 'whatsapp_business_account',
        entry: [{ id: '1', changes: [{ field: 'messages', value }] }],
      }),
    ),
  );

function eventsOf(raw: Buffer): WebhookEvent[] {
  const parsed = parseWebhook(raw);
  return parsed.ok ? parsed.events : [];
}

const goodMessage = {
  from: '351910000001',
  id: 'wamid.good',
  timestamp: '1760000000',
  type: 'text',
  text: { body: 'fine 😀' },
};

/** The guarantees for any input on which the rest of the product relies. */
function expectUsable(raw: Buffer): void {
  const parsed = parseWebhook(raw);
  if (!parsed.ok) {
    expect(['unreadable_json', 'not_an_object', 'not_whatsapp', 'no_entries']).toContain(parsed.reason);
    return;
  }
  for (const event of parsed.events) {
    expectStorable(event);
    if (event.kind === 'message') {
      const { providerId, from, timestampMs } = event.message;
      expect(providerId.length).toBeGreaterThan(0);
      expect(providerId.length).toBeLessThanOrEqual(255);
      expect(from.phone ?? from.userId).not.toBeNull();
      if (from.phone !== null) expect(from.phone).toMatch(/^\d{5,20}$/);
      if (timestampMs !== null) expect(new Date(timestampMs).getUTCFullYear()).toBeGreaterThanOrEqual(2008);
    }
    if (event.kind === 'status') expect([-1, 1, 2, 3, 4, null]).toContain(event.status.rank);
  }
}

/** Fits into PostgreSQL's text and jsonb: can be written, has no NUL and no lone surrogate. */
function expectStorable(value: unknown): void {
  const text = JSON.stringify(value);
  expect(text.includes('\\u0000')).toBe(false);
  expect(/(?<!\\)(?:\\\\)*\\ud[89a-f]/i.test(text)).toBe(false);
}

describe('invalid deliveries', () => {
  it.each([
    ['', 'unreadable_json'],
    ['{', 'unreadable_json'],
    ['{"object":"whatsapp_business_account","entry":[{}]}x', 'unreadable_json'],
    ['null', 'not_an_object'],
    ['[]', 'not_an_object'],
    ['"text"', 'not_an_object'],
    ['12345678901234567890', 'not_an_object'],
    ['{}', 'no_entries'],
    ['{"entry":{}}', 'no_entries'],
    ['{"object":"page","entry":[]}', 'not_whatsapp'],
    ['{"object":null,"entry":[]}', 'not_whatsapp'],
  ])('%s is %s', (text, reason) => {
    expect(parseWebhook(Buffer.from(text))).toEqual({ ok: false, reason });
  });

  it('an empty delivery has no events', () => {
    expect(parseWebhook(Buffer.from('{"object":"whatsapp_business_account","entry":[]}'))).toEqual({
      ok: true,
      events: [],
    });
  });
});

describe('text that PostgreSQL cannot store', () => {
  it('is replaced in keys as well as in values, and only its event is flagged', () => {
    const raw = inEnvelope({
      contacts: [{ wa_id: '351910000001', profile: { name: 'A\ud800' } }],
      messages: [goodMessage, { ...goodMessage, id: 'wamid.2', type: 'new', new: { 'k\0': ['\udfff'] } }],
    });
    const events = eventsOf(raw);
    expect(events).toMatchObject([
      { message: { flags: [], content: { body: 'fine 😀' }, from: { profileName: 'A\ufffd' } } },
      { message: { flags: ['sanitized'], content: { raw: { new: { 'k\ufffd': ['\ufffd'] } } } } },
    ]);
  });

  it('as broken UTF-8 is replaced and flagged', () => {
    const raw = Buffer.from(inEnvelope({ messages: [{ ...goodMessage, text: { body: 'x#y' } }] }));
    raw[raw.indexOf('#')] = 0xff;
    expect(eventsOf(raw)).toMatchObject([{ message: { content: { body: 'x\ufffdy' }, flags: ['sanitized'] } }]);
  });

  it('in an id makes the message malformed: a repaired id would be another id', () => {
    const raw = inEnvelope({ messages: [{ ...goodMessage, id: 'wamid.\0' }, goodMessage] });
    expect(eventsOf(raw)).toMatchObject([{ kind: 'malformed', reason: 'id_invalid' }, { kind: 'message' }]);
  });

  it('in a field name is replaced', () => {
    const raw = Buffer.from('{"entry":[{"id":"1","changes":[{"field":"a\\u0000b","value":{}}]}]}');
    expect(eventsOf(raw)).toMatchObject([{ kind: 'other', field: 'a\ufffdb' }]);
  });
});

describe('nearly valid shapes', () => {
  it('truncates nesting that could not be serialized again, and flags it', () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const raw = Buffer.from(
      JSON.stringify({
        entry: [{ changes: [{ field: 'messages', value: { messages: [{ ...goodMessage, type: 'deep', deep: 0 }] } }] }],
      }).replace('"deep":0', `"deep":${deep}`),
    );
    expect(eventsOf(raw)).toMatchObject([{ kind: 'message', message: { type: 'unsupported', flags: ['truncated'] } }]);
    expectUsable(raw);
    expectUsable(Buffer.from(`{"entry":[{"changes":[{"field":"x","value":${deep}}]}],"n":12345678901234567}`));
    expectUsable(Buffer.from('['.repeat(3_000_000)));
  });

  it('keeps a key __proto__ as data', () => {
    const raw = Buffer.from(
      '{"entry":[{"changes":[{"field":"x","value":{"__proto__":{"polluted":"\\u0000"},"a":1}}]}]}',
    );
    const [event] = eventsOf(raw);
    expect(event).toMatchObject({ kind: 'other', value: { a: 1 } });
    expect(({} as Loose).polluted).toBeUndefined();
    expect(event?.kind === 'other' && Object.hasOwn(event.value as object, '__proto__')).toBe(true);
  });

  it('reports values that are not lists', () => {
    expect(eventsOf(inEnvelope({ messages: {}, statuses: 'x', errors: 4 }))).toMatchObject(
      Array.from({ length: 3 }, () => ({ kind: 'malformed', reason: 'list_expected' })),
    );
  });

  it('treats a change without a field name as messages when it has them', () => {
    const raw = Buffer.from(
      JSON.stringify({ entry: [{ changes: [{ value: { messages: [goodMessage] } }, { value: {} }] }] }),
    );
    expect(eventsOf(raw)).toMatchObject([{ kind: 'message' }, { kind: 'malformed', reason: 'field_missing' }]);
  });

  it('never gives a message the name or user id of someone else', () => {
    const raw = inEnvelope({
      contacts: [
        { wa_id: '4915110000001', user_id: 'DE.1', profile: { name: 'Tom' } },
        { wa_id: '351910000001', user_id: 'PT.2', profile: { name: 'Ana' } },
      ],
      messages: [
        { ...goodMessage, from: '4915110000009' },
        { ...goodMessage, from: '351910000001', from_user_id: 'PT.3' },
        { ...goodMessage, from: 'DE.1' },
      ],
    });
    expect(eventsOf(raw)).toMatchObject([
      { message: { from: { phone: '4915110000009', userId: null, profileName: null } } },
      { message: { from: { phone: '351910000001', userId: 'PT.3', profileName: null } } },
      { message: { from: { phone: '4915110000001', userId: 'DE.1', profileName: 'Tom' } } },
    ]);
  });

  it('truncates names to 255 units without splitting an emoji', () => {
    const name = `${'n'.repeat(254)}😀`;
    const [event] = eventsOf(
      inEnvelope({ contacts: [{ wa_id: '351910000001', profile: { name } }], messages: [goodMessage] }),
    );
    expect(event?.kind === 'message' && event.message.from.profileName).toBe('n'.repeat(254));
  });

  it('omits properties that a type cannot have: filenames of audio and images', () => {
    const [event] = eventsOf(
      inEnvelope({ messages: [{ ...goodMessage, type: 'audio', audio: { id: '1', caption: 'c', filename: 'f' } }] }),
    );
    expect(event?.kind === 'message' && event.message.content).toEqual({
      provider_media_id: '1',
      mime_type: null,
      sha256: null,
      caption: 'c',
      voice: false,
    });
  });

  it.each([
    [
      { latitude: '38.5', longitude: '-9' },
      { latitude: 38.5, longitude: -9 },
    ],
    [{ latitude: 91, longitude: 0 }, null],
    [{ latitude: 'north', longitude: 0 }, null],
    [{ latitude: 1 }, null],
  ])('location %j', (location, content) => {
    const [event] = eventsOf(inEnvelope({ messages: [{ ...goodMessage, type: 'location', location }] }));
    expect(event).toMatchObject({
      message: content === null ? { type: 'unsupported' } : { type: 'location', content },
    });
  });

  it('a callback text longer than 512 is not ours', () => {
    const status = { id: 'wamid.s', status: 'sent', timestamp: '1760000000', recipient_id: '351910000001' };
    const statuses = [512, 513].map((length) => ({ ...status, biz_opaque_callback_data: 'o'.repeat(length) }));
    const opaques = eventsOf(inEnvelope({ statuses })).map((event) => event.kind === 'status' && event.status.opaque);
    expect(opaques).toEqual(['o'.repeat(512), null]);
  });
});

describe('parseJsonKeepingIds', () => {
  it.each([
    ['{"id":9223372036854775807}', { id: '9223372036854775807' }],
    ['{"id":-9223372036854775808}', { id: '-9223372036854775808' }],
    ['[1234567890123456,9007199254740991,9007199254740993]', [1234567890123456, 9007199254740991, '9007199254740993']],
    ['{"a":1.00000000000000000001,"b":1e300,"c":1234567890123456.5}', { a: 1, b: 1e300, c: 1234567890123456.5 }],
    ['{"text":"call: 12345678901234567890","n":1}', { text: 'call: 12345678901234567890', n: 1 }],
    ['{"id": \n 12345678901234567890}', { id: '12345678901234567890' }],
  ])('%s', (text, wanted) => {
    expect(parseJsonKeepingIds(text)).toEqual(wanted);
  });

  it('agrees with JSON.parse on everything without large integers', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        const plain: unknown = JSON.parse(text);
        if (!/\d{16}/.test(text)) expect(parseJsonKeepingIds(text)).toEqual(plain);
      }),
    );
  });

  it('keeps any integer to the last digit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (id) => {
        expect(String((parseJsonKeepingIds(`{"id":${id}}`) as Loose).id)).toBe(String(id));
      }),
    );
  });
});

describe('arbitrary input', () => {
  const anyFixture = fc.constantFrom<FixtureName>(...fixtureNames);

  it('2,000 byte mutations of the fixtures never throw and stay storable', () => {
    const edit = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      byte: fc.integer({ min: 0, max: 255 }),
      cut: fc.nat(3),
    });
    fc.assert(
      fc.property(anyFixture, fc.array(edit, { minLength: 1, maxLength: 6 }), (name, edits) => {
        let raw = fixture(name).raw;
        for (const { at, byte, cut } of edits) {
          const index = Math.floor(at * raw.length);
          raw = Buffer.concat([raw.subarray(0, index), Buffer.from([byte]), raw.subarray(index + cut)]);
        }
        expectUsable(raw);
      }),
      { numRuns: 2_000 },
    );
  });

  it('2,000 replacements of any part by any JSON never throw and stay storable', () => {
    const anyJson = fc.jsonValue({ depthSize: 'small', stringUnit: 'binary' });
    fc.assert(
      fc.property(anyFixture, fc.double({ min: 0, max: 1, noNaN: true }), anyJson, (name, at, replacement) => {
        const root = fixture(name).json;
        const places = placesIn(root);
        const place = places[Math.floor(at * places.length)] ?? places[0];
        if (place !== undefined) place.holder[place.key] = replacement;
        expectUsable(Buffer.from(JSON.stringify(root)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('an invalid neighbor never changes a valid message', () => {
    const alone = eventsOf(inEnvelope({ messages: [goodMessage] }))[0];
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
        const events = eventsOf(inEnvelope({ messages: [before, goodMessage, after] }));
        expect(events).toHaveLength(3);
        expect(events[1]).toEqual(alone);
      }),
      { numRuns: 500 },
    );
  });
});

type Place = { holder: Loose; key: string };

/** Every property and element inside a JSON value. */
function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Loose;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
}
