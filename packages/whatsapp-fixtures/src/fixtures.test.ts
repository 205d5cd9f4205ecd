import { createHmac } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import {
  answer,
  answerNames,
  buildWebhook,
  escapeAsMeta,
  fixture,
  fixtureIds,
  fixtureNames,
  signedBody,
  statusOfOurs,
  textFromCustomer,
} from './index.ts';

const filesIn = (folder: string): string[] =>
  readdirSync(new URL(`../${folder}/`, import.meta.url)).map((file) => file.replace(/\.json$/, ''));

describe('the files and the names', () => {
  it('agree for webhooks and responses', () => {
    expect([...fixtureNames].sort()).toEqual(filesIn('webhooks').sort());
    expect([...answerNames].sort()).toEqual(filesIn('answers').sort());
  });

  it.each(fixtureNames)(
    '%s: raw is printable ASCII, without blanks outside strings, and means what the file says',
    (name) => {
      const { raw, json } = fixture(name);
      const text = raw.toString('latin1');
      expect(text).toMatch(/^[\x20-\x7e]+$/);
      expect(JSON.parse(text)).toEqual(json);
      expect(escapeAsMeta(text)).toBe(text);
    },
  );

  it.each(answerNames)('%s: has a status and a body', (name) => {
    const { status, raw, json } = answer(name);
    expect(status).toBeGreaterThanOrEqual(200);
    expect(JSON.parse(raw.toString())).toEqual(json);
  });
});

describe('escapeAsMeta', () => {
  it.each([
    ['{ "a" : "é" }', '{"a":"\\u00e9"}'],
    ['["👍"]', '["\\ud83d\\udc4d"]'],
    ['["a/b", "c\\/d"]', '["a\\/b","c\\/d"]'],
    ['["two  blanks \\" \\\\"]', '["two  blanks \\" \\\\"]'],
    ['{"id": 9223372036854775807}', '{"id":9223372036854775807}'],
    ['["\\ud83d"]', '["\\ud83d"]'],
  ])('%s becomes %s', (text, wanted) => {
    expect(escapeAsMeta(text)).toBe(wanted);
  });
});

describe('signedBody', () => {
  it('signs the escaped bytes, so that a receiver that serializes the JSON again fails', () => {
    const { body, signature } = signedBody({ text: 'Olá 👍' }, 'app-secret');
    expect(body.toString('latin1')).toBe('{"text":"Ol\\u00e1 \\ud83d\\udc4d"}');
    expect(signature).toBe(`sha256=${createHmac('sha256', 'app-secret').update(body).digest('hex')}`);
    const rewritten = Buffer.from(JSON.stringify(JSON.parse(body.toString())));
    expect(signedBody(rewritten, 'app-secret').signature).not.toBe(signature);
  });

  it('uses bytes unchanged', () => {
    const raw = Buffer.from('not json é');
    expect(signedBody(raw, 's').body).toBe(raw);
  });
});

describe('buildWebhook', () => {
  it('has the shape of the text and status fixtures', () => {
    const text = buildWebhook(
      fixtureIds,
      textFromCustomer({ id: 'wamid.1', from: '351910000001', body: 'Oi', name: 'Ana', timestampS: 1760000000 }),
    );
    expect(text).toMatchObject({
      object: 'whatsapp_business_account',
      entry: [{ id: fixtureIds.wabaId, changes: [{ value: { messages: [{ text: { body: 'Oi' } }] } }] }],
    });
    const status = statusOfOurs({ id: 'w', status: 'sent', recipient: '351910000001', timestampS: 1, messageId: 'm' });
    expect(status).toEqual({
      id: 'w',
      status: 'sent',
      timestamp: '1',
      recipient_id: '351910000001',
      biz_opaque_callback_data: 'm',
    });
  });
});
