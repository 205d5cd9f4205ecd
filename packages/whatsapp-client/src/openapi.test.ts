/**
 * An extra check, run where `META_OPENAPI` names Meta's OpenAPI file: our send bodies against its schemas, for the types
 * for which the file is right. It is known to be wrong or too strict for the others (user ids, newer interactive kinds,
 * voice, `language.policy`, numbers as coordinates), and nowhere lists `biz_opaque_callback_data`.
 */
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';

import { respond, type SeenRequest, startHttpServer } from '../test/loopback-server.ts';
import { buildSendBody, type MessageContent, type SendableType } from './build-message.ts';
import { createWhatsAppClient, type WhatsAppClient } from './client.ts';

type Node = { [key: string]: Node | Node[] | string } & { [Symbol.iterator]?: never };
type Line = { indent: number; dash: boolean; key: string | null; value: string };

const path = process.env.META_OPENAPI;

/**
 * Reads one schema of the file's block-style YAML: mappings, lists and plain scalars, which is all that the parts
 * compared here consist of. Lines that continue a description are no `key:` lines at the right depth and are left out.
 */
function readSchema(text: string, name: string): Node {
  const lines = text.split('\n');
  const start = lines.indexOf(`    ${name}:`);
  if (start < 0) throw new Error(`no schema ${name}`);
  const length = lines.slice(start + 1).findIndex((line) => /^ {0,4}\S/.test(line));
  const block = lines.slice(start + 1, start + 1 + length).flatMap(splitLine);
  const [node] = readBlock(block, 0);
  return Array.isArray(node) ? {} : node;
}

/** `- key: value` counts as a dash and, two columns further in, a key. */
function splitLine(line: string): Line[] {
  const match = /^( *)(- )?(?:([\w$-]+):(?: (.*))?|(.*))$/.exec(line);
  if (match === null || line.trim() === '') return [];
  const [, blanks = '', dash, key, value = '', scalar = ''] = match;
  const inner = {
    indent: blanks.length + (dash ? 2 : 0),
    dash: false,
    key: key ?? null,
    value: (key ? value : scalar).trim(),
  };
  return dash ? [{ indent: blanks.length, dash: true, key: null, value: '' }, inner] : [inner];
}

function readBlock(lines: Line[], from: number): [Node | Node[], number] {
  const indent = lines[from]?.indent ?? 0;
  const list: Node[] = [];
  const node: Node = {};
  let at = from;
  for (let line = lines[at]; line !== undefined && line.indent >= indent; line = lines[at]) {
    const next = lines[at + 1];
    if (line.indent > indent) at += 1;
    else if (line.dash) {
      const [item, end] = next?.key === null ? [{ scalar: next.value }, at + 2] : readBlock(lines, at + 1);
      list.push(item as Node);
      at = end;
    } else if (line.key === null) at += 1;
    else if (
      line.value === '' &&
      next !== undefined &&
      (next.indent > indent || (next.dash && next.indent === indent))
    ) {
      const [child, end] = readBlock(lines, at + 1);
      node[line.key] = child;
      at = end;
    } else {
      node[line.key] = line.value.replace(/^'(.*)'$/, '$1');
      at += 1;
    }
    if (list.length > 0 && lines[at]?.indent === indent && lines[at]?.dash === false) break;
  }
  return [list.length > 0 ? list : node, at];
}

const listOf = (node: Node | undefined, key: string): Node[] =>
  Array.isArray(node?.[key]) ? (node[key] as Node[]) : [];
const scalars = (nodes: Node[]): string[] => nodes.map((each) => String(each.scalar));

/** The few keywords of JSON Schema that the compared parts use; returns the mismatches. */
function mismatches(text: string, schema: Node, value: unknown, at: string): string[] {
  if (typeof schema.$ref === 'string') {
    return mismatches(text, readSchema(text, schema.$ref.split('/').at(-1) ?? ''), value, at);
  }
  const oneOf = listOf(schema, 'oneOf');
  if (oneOf.length > 0) {
    const fits = oneOf.filter((each) => mismatches(text, each, value, at).length === 0).length;
    return fits === 1 ? [] : [`${at} fits ${fits} of its alternatives`];
  }
  const all = listOf(schema, 'allOf').flatMap((each) => mismatches(text, each, value, at));
  const allowed = scalars(listOf(schema, 'enum'));
  if (allowed.length > 0 && !allowed.includes(String(value))) all.push(`${at} is not one of ${allowed.join()}`);
  if (typeof schema.maxLength === 'string' && String(value).length > Number(schema.maxLength))
    all.push(`${at} is too long`);
  if (typeof schema.pattern === 'string' && !new RegExp(schema.pattern).test(String(value)))
    all.push(`${at} does not match ${schema.pattern}`);
  const type = schema.type === 'integer' ? 'number' : schema.type;
  if (typeof type === 'string' && type !== (Array.isArray(value) ? 'array' : typeof value))
    all.push(`${at} is no ${type}`);
  if (Array.isArray(value)) {
    if (typeof schema.maxItems === 'string' && value.length > Number(schema.maxItems)) all.push(`${at} is too long`);
    const items = (schema.items ?? {}) as Node;
    for (const [index, item] of value.entries()) all.push(...mismatches(text, items, item, `${at}.${index}`));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return all;
  const properties = (schema.properties ?? {}) as Node;
  for (const key of scalars(listOf(schema, 'required'))) if (!(key in value)) all.push(`${at}.${key} is missing`);
  for (const [key, item] of Object.entries(value)) {
    const property = properties[key];
    if (property !== undefined) all.push(...mismatches(text, property as Node, item, `${at}.${key}`));
    // At the top level the file forbids with one part of `allOf` what the other part requires.
    else if (schema.additionalProperties === 'false' && at !== 'body') all.push(`${at}.${key} is not known`);
  }
  return all;
}

const cases: [SendableType, string, MessageContent][] = [
  ['text', 'TextMessage', { body: 'Olá 👍' }],
  ['image', 'ImageMessage', { provider_media_id: '1', caption: 'c' }],
  ['image', 'ImageMessage', { link: 'https://example.com/a.jpg' }],
  ['video', 'VideoMessage', { provider_media_id: '1', caption: 'c' }],
  ['audio', 'AudioMessage', { provider_media_id: '1' }],
  ['sticker', 'StickerMessage', { provider_media_id: '1' }],
  ['reaction', 'ReactionMessage', { provider_message_id: 'wamid.1', emoji: '👍' }],
  ['contacts', 'ContactsMessage', [{ name: { formatted_name: 'Rui', first_name: 'Rui' } }]],
  ['template', 'TemplateMessage', { name: 'a', language: { code: 'en', policy: 'deterministic' } }],
];

const basics = { accessToken: 'token' };
const number = { ...basics, phoneNumberId: '1061' };
const override = { callbackUri: 'https://example.com/hook', verifyToken: 'v' };
const prefilledMessage = 'Hello';
/** Calls with a body whose schema is in the file and correct. */
const calls: [string, (client: WhatsAppClient) => Promise<unknown>][] = [
  ['WhatsAppBusinessPhoneNumberRegistrationRequest', (client) => client.registerNumber({ ...number, pin: '246810' })],
  ['RequestCodeRequest', (client) => client.requestCode({ ...number, method: 'SMS', language: 'en_US' })],
  ['VerifyCodeRequest', (client) => client.verifyCode({ ...number, code: '123456' })],
  [
    'WhatsAppBusinessProfileUpdateRequest',
    (client) =>
      client.updateBusinessProfile({
        ...number,
        change: { about: 'Books', email: 'a@example.com', websites: ['https://example.com'], vertical: 'RETAIL' },
      }),
  ],
  ['CreateQrCodeRequest', (client) => client.saveMessageLink({ ...number, prefilledMessage, image: 'SVG' })],
  ['UpdateQrCodeRequest', (client) => client.saveMessageLink({ ...number, prefilledMessage, code: 'ABCDEFGH234567' })],
  ['SubscriptionRequest', (client) => client.subscribeApp({ ...basics, wabaId: '1022', override })],
  [
    'ConversationalAutomationRequest',
    (client) =>
      client.setConversationalAutomation({
        ...number,
        automation: { enableWelcomeMessage: true, prompts: ['Hours?'], commands: [{ name: 'a', description: 'b' }] },
      }),
  ],
  [
    'PhoneNumberCreateRequest',
    (client) =>
      client.addPhoneNumber({
        ...basics,
        wabaId: '1022',
        countryCode: '351',
        phoneNumber: '910000001',
        verifiedName: 'Shop',
      }),
  ],
];

describe('our bodies and the OpenAPI file', () => {
  if (path === undefined) {
    it('are compared only when META_OPENAPI names the file', () => expect(path).toBeUndefined());
    return;
  }
  const text = readFileSync(path, 'utf8');

  it.each(cases)('%s as %s: %j', (type, schema, content) => {
    const to = { phone: '351910000001' };
    const body = buildSendBody({ messageId: 'm', to, type, content, contextProviderId: 'wamid.Q' });
    expect(mismatches(text, readSchema(text, schema), body, 'body')).toEqual([]);
  });

  describe('of calls about numbers and accounts', async () => {
    let last: SeenRequest | undefined;
    const server = await startHttpServer((seen, response) => {
      last = seen;
      respond(response, 200, { success: true });
    });
    const client = createWhatsAppClient({ baseUrl: server.url, version: 'v23.0' });
    afterAll(async () => {
      await client.close();
      await server.close();
    });

    it.each(calls)('%s', async (schema, call) => {
      await call(client);
      expect(mismatches(text, readSchema(text, schema), JSON.parse(last?.body ?? ''), 'body')).toEqual([]);
    });

    it('would detect an invalid code', async () => {
      await client.verifyCode({ ...number, code: 'abc' });
      const found = mismatches(text, readSchema(text, 'VerifyCodeRequest'), JSON.parse(last?.body ?? ''), 'body');
      expect(found).toHaveLength(1);
    });
  });

  it('would detect a wrong body', () => {
    const body = {
      messaging_product: 'whatsapp',
      recipient_type: 'nobody',
      type: 'image',
      image: { id: '1', link: 'x', caption: 4 },
    };
    expect(mismatches(text, readSchema(text, 'ImageMessage'), body, 'body').sort()).toEqual([
      'body.image fits 2 of its alternatives',
      'body.recipient_type is not one of individual,group',
      'body.to is missing',
    ]);
  });
});
