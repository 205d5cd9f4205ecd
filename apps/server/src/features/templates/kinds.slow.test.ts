import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  emptyContent,
  type HeaderFormat,
  headerFormats,
  type TemplateButton,
  type TemplateContent,
  writeContent,
} from '@parley/contract/template-content';
import { fillTemplate, templateDisplay } from '@parley/contract/template-fill';
import { hasLintErrors, lintTemplate } from '@parley/contract/template-lint';
import type { Template } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerWrites } from '../../testing/inbox.ts';
import { mp4, png } from '../../testing/media.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

/*
 * Every kind of header with every kind of body and buttons: the preview, the stored bubble and the simulator's phone show
 * the same text, and the simulator accepts what the editor makes.
 */

let world: World;
const files = createServer((request, response) => {
  const { type, bytes } = fileOf[request.url?.slice(1) ?? ''] ?? { type: 'text/plain', bytes: Buffer.from('none') };
  response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes);
});
const fileOf: Record<string, { type: string; bytes: Buffer }> = {
  VIDEO: { type: 'video/mp4', bytes: mp4(2_000) },
  DOCUMENT: { type: 'application/pdf', bytes: Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n') },
};
let fileUrl = '';

beforeAll(async () => {
  fileOf['IMAGE'] = { type: 'image/png', bytes: png(64, 64) };
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(files.address() as AddressInfo).port}`;
  fileUrl = `http://${host}`;
  world = await testWorld({ fileHosts: [host] });
  await world.phone('POST', '/faults', { review_ms: 1 });
});
afterAll(async () => {
  await world.close();
  files.close();
});

const headers: Record<HeaderFormat, Partial<TemplateContent['header']>> = {
  NONE: {},
  TEXT: { text: 'Order {{1}}', sample: 'A-17' },
  IMAGE: { handle: '4::sample' },
  VIDEO: { handle: '4::sample' },
  DOCUMENT: { handle: '4::sample' },
  LOCATION: {},
};
const bodies: Record<string, Partial<TemplateContent>> = {
  plain: { body: 'Your bike is ready at our shop.' },
  numbered: {
    body: 'Hello {{1}}, your {{2}} is ready at our shop. See you, {{1}}, soon.',
    samples: { 1: 'Ana', 2: 'bike' },
  },
  named: { body: 'Hello {{first_name}}, your bike is ready at our shop.', samples: { first_name: 'Ana' } },
};
const button = (type: TemplateButton['type'], text: string, value = '', sample = '') => ({ type, text, value, sample });
const buttons: Record<string, TemplateButton[]> = {
  none: [],
  replies: [button('QUICK_REPLY', 'Yes'), button('QUICK_REPLY', 'No')],
  page: [button('URL', 'Open', 'https://shop.example/a')],
  'page with value': [button('URL', 'Track', 'https://shop.example/{{1}}', 'https://shop.example/x')],
  call: [button('PHONE_NUMBER', 'Call us', '+447700900000')],
  code: [button('COPY_CODE', 'Copy code', 'SPRING')],
  catalog: [button('CATALOG', 'View catalog')],
  flow: [button('FLOW', 'Book', '123')],
};
const kinds = headerFormats.flatMap((format) =>
  Object.keys(bodies).flatMap((body) => Object.keys(buttons).map((under) => [format, body, under] as const)),
);
/** WhatsApp lets an account make 100 templates in an hour. */
let hours = 0;
const passAnHour = () => world.phone('POST', '/clock', { offset_ms: ++hours * 3_660_000 });

const contentOf = (format: HeaderFormat, body: string, under: string): TemplateContent => {
  // One format of variables for the whole template.
  const header = { ...emptyContent.header, ...headers[format], format };
  if (format === 'TEXT' && body === 'named') header.text = 'Order {{order}}';
  return { ...emptyContent, ...bodies[body], header, footer: 'Kestrel Cycles', buttons: buttons[under] ?? [] };
};
const placeValues = {
  'header.latitude': '51.5',
  'header.longitude': '-0.12',
  'header.name': 'Shop',
  'header.address': 'Quay 1',
};
const valuesFor = (format: HeaderFormat): Record<string, string> => ({
  'header.1': 'B-2',
  'header.order': 'B-2',
  'header.file': `${fileUrl}/${format}`,
  ...placeValues,
  'body.1': 'Layla',
  'body.2': 'e-bike',
  'body.first_name': 'Layla',
  'button.0': 'B2',
});

type PhoneMessage = {
  id: string;
  display?: { header: string | null; body: string; footer: string | null; buttons: string[] };
};

test.each(['plain', 'numbered', 'named'])(
  'every header and every button with a %s body',
  { timeout: 480_000 },
  async (wanted) => {
    await passAnHour();
    const thread = await customerWrites(world);
    for (const [format, body, under] of kinds.filter((kind) => kind[1] === wanted)) {
      const name = `${format}_${body}_${under}`.toLowerCase().replaceAll(' ', '_');
      const content = contentOf(format, body, under);
      expect([name, hasLintErrors(lintTemplate({ name, category: 'UTILITY', content }))]).toEqual([name, false]);
      const draft = { channel_id: world.channelId, name, language: 'en', category: 'UTILITY' as const, submit: true };
      const made = await world.api('POST /api/templates', { body: { ...draft, ...writeContent(content, 'UTILITY') } });
      expect([name, made.status]).toEqual([name, 201]);
      const ready = (await until(async () => {
        const { body: row } = await world.api('GET /api/templates/{id}', { params: { id: made.body.id } });
        return row.status === 'ACTIVE' && row;
      })) as Template;
      const components = fillTemplate(ready, valuesFor(format));
      const preview = templateDisplay(ready, components);
      const sent = await world.api('POST /api/messages', {
        body: {
          channel_id: world.channelId,
          thread_id: thread.id,
          source: 'INBOX',
          type: 'template',
          template: { id: ready.id, components },
        } as never,
      });
      expect([name, sent.status]).toEqual([name, 201]);
      expect(sent.body.template?.['display']).toEqual(preview);
      const { body: after } = await until(async () => {
        const row = await world.api('GET /api/messages/{id}', { params: { id: sent.body.id } });
        return row.body.status !== 0 && row;
      });
      expect([name, after.error?.provider_code ?? null, after.status >= 1]).toEqual([name, null, true]);
      const number = thread.contact.phone_number ?? '';
      // The simulator fetches a linked file after it accepted the message.
      const shown = await until(async () => {
        const { data } = await world.phone<{ data: PhoneMessage[] }>('GET', `/phones/${number}/messages?limit=1000`);
        return data.find(({ id }) => id === after.provider_message_id)?.display;
      });
      const labels = preview.buttons.map(({ text: label }) => label);
      expect([name, shown.body, shown.footer, shown.buttons]).toEqual([name, preview.body, preview.footer, labels]);
      const { header } = preview;
      const shownAs = typeof header === 'string' ? header : (header?.text ?? null);
      expect([name, shown.header]).toEqual([name, shownAs ?? (header === undefined ? null : expect.any(String))]);
    }
  },
);

type Special = { category: 'UTILITY' | 'MARKETING' | 'AUTHENTICATION'; components: Record<string, unknown>[] };
const text = (words: string) => ({ type: 'BODY', text: words });
const picture = { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::sample'] } };
const card = (words: string) => ({
  components: [
    picture,
    text(words),
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'More' },
        { type: 'URL', text: 'Buy', url: 'https://shop.example/{{1}}', example: ['https://shop.example/x'] },
      ],
    },
  ],
});
const special: Record<string, Special> = {
  one_time_code: {
    category: 'AUTHENTICATION',
    components: [
      { type: 'BODY', add_security_recommendation: true },
      { type: 'FOOTER', code_expiration_minutes: 10 },
      { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', text: 'Copy code' }] },
    ],
  },
  offer: {
    category: 'MARKETING',
    components: [
      picture,
      { type: 'LIMITED_TIME_OFFER', limited_time_offer: { text: 'Spring sale', has_expiration: true } },
      text('All bikes are cheaper this week. Reply stop to opt out.'),
      { type: 'BUTTONS', buttons: [{ type: 'COPY_CODE', text: 'Copy code', example: ['SPRING'] }] },
    ],
  },
  carousel: {
    category: 'MARKETING',
    components: [
      text('These two bikes are new. Reply stop to opt out.'),
      { type: 'CAROUSEL', cards: [card('The red bike'), card('The blue bike')] },
    ],
  },
};
const specialValues = (): Record<string, string> => ({
  ...{ 'body.1': '123456', 'header.file': `${fileUrl}/IMAGE`, 'offer.expires': '2030-12-01T18:00:00.000Z' },
  ...placeValues,
  ...{ 'card.0.header.file': `${fileUrl}/IMAGE`, 'card.1.header.file': `${fileUrl}/IMAGE` },
  ...{ 'card.0.button.1': 'red', 'card.1.button.1': 'blue', 'button.0': 'SPRING' },
});

type PhoneCard = { body: string; buttons: string[] };
type PhoneSpecial = PhoneCard & { header: string | null; footer: string | null; offer?: object; cards?: PhoneCard[] };

test.each(Object.keys(special))('a template with a %s', { timeout: 120_000 }, async (name) => {
  await passAnHour();
  const { category = 'UTILITY', components: parts = [] } = special[name] ?? {};
  const made = await world.api('POST /api/templates', {
    body: { channel_id: world.channelId, name, language: 'en', category, components: parts, submit: true },
  });
  expect(made.status).toBe(201);
  const ready = (await until(async () => {
    const { body: row } = await world.api('GET /api/templates/{id}', { params: { id: made.body.id } });
    return row.status === 'ACTIVE' && row;
  })) as Template;
  const thread = await customerWrites(world);
  const components = fillTemplate(ready, specialValues());
  const preview = templateDisplay(ready, components);
  const content = {
    ...{ channel_id: world.channelId, thread_id: thread.id, source: 'INBOX', type: 'template' },
    template: { id: ready.id, components },
  };
  const sent = await world.api('POST /api/messages', { body: content as never });
  expect([sent.status, sent.body.template?.['display']]).toEqual([201, preview]);
  const { body: after } = await until(async () => {
    const row = await world.api('GET /api/messages/{id}', { params: { id: sent.body.id } });
    return row.body.status !== 0 && row;
  });
  expect([after.error?.provider_code ?? null, after.status >= 1]).toEqual([null, true]);
  const number = thread.contact.phone_number ?? '';
  const shown = await until(async () => {
    const path = `/phones/${number}/messages?limit=1000`;
    const { data } = await world.phone<{ data: { id: string; display?: PhoneSpecial }[] }>('GET', path);
    return data.find(({ id }) => id === after.provider_message_id)?.display;
  });
  const labels = (buttons: { text: string }[]) => buttons.map((button) => button.text);
  expect(shown).toMatchObject({ body: preview.body, footer: preview.footer ?? null, buttons: labels(preview.buttons) });
  expect(shown.offer).toEqual(preview.offer);
  expect(shown.cards?.map(({ body, buttons: below }) => [body, below])).toEqual(
    preview.cards?.map(({ body, buttons: below }) => [body, labels(below)]),
  );
  if (typeof preview.header === 'object' && preview.header.text !== undefined) {
    expect(shown.header).toBe(preview.header.text);
  }
});
