import type { FlowStep } from '@parley/contract/types';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { flowOf, keyword } from '../../testing/automations.ts';
import { type FileServer, startFileServer } from '../../testing/file-server.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { png, upload } from '../../testing/media.ts';
import { testWorld, type World } from '../../testing/world.ts';

/*
 * A file that WhatsApp does not take is refused when the automation is published, not at each customer.
 * https://developers.facebook.com/docs/whatsapp/cloud-api/reference/media#supported-media-types
 */

let world: World;
let files: FileServer;
let picture: string;
let sticker: string;
let template: string;
beforeAll(async () => {
  files = await startFileServer();
  world = await testWorld({ env: { ALLOWED_PRIVATE_HOSTS: files.host } });
  picture = (await upload(world, png(10, 10), { 'content-type': 'image/png' })).body.id;
  const webp = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .webp()
    .toBuffer();
  sticker = (await upload(world, webp, { 'content-type': 'image/webp' })).body.id;
  template = newId();
  const components = JSON.stringify([
    { type: 'HEADER', format: 'IMAGE' },
    { type: 'BODY', text: 'Look at this' },
  ]);
  await queryAsOwner(
    world.server.owner,
    `insert into templates (client_id, id, waba_id, name, language, status, category, parameter_format, components)
     select client_id, $1, waba_id, 'pictured', 'en', 'ACTIVE', 'UTILITY', 'POSITIONAL', $3::jsonb from channels where id = $2`,
    [template, world.channelId, components],
  );
});
afterAll(async () => {
  await world.close();
  await files.close();
});

const media = (mediaId: string, kind: 'image' | 'video' | 'audio' | 'document' = 'image'): FlowStep => ({
  ...{ id: 's', kind: 'send_media', media: kind, media_id: mediaId, filename: 'a', caption: '', next: null },
});
const header = (value: string): FlowStep => ({
  ...{ id: 's', kind: 'send_template', template_id: template, values: { 'header.file': value }, next: null },
});
/** What a publication says about the step; null: it is published. */
async function refusal(step: FlowStep): Promise<string | null> {
  const { body } = await world.api('POST /api/automations', {
    body: { name: 'Files', flow: flowOf(keyword('hi'), [step]) },
  });
  const published = await world.api('POST /api/automations/{id}/publish', { params: { id: body.id } });
  await world.api('DELETE /api/automations/{id}', { params: { id: body.id } });
  if (published.status === 200) return null;
  const { error } = published.body as unknown as { error: { data: { field: string; msg: string }[] } };
  expect([published.status, error.data.map(({ field }) => field)]).toEqual([422, ['flow.steps.s']]);
  return error.data[0]?.msg ?? '';
}
const webpWords = 'WhatsApp takes pictures as JPEG or PNG; a WebP is a sticker. Save it as JPEG or PNG.';

test('an uploaded file of the right kind is published', async () => {
  expect(await refusal(media(picture))).toBeNull();
  expect(await refusal(header(`media:${picture}`))).toBeNull();
});

test('an uploaded file of another kind is refused: WebP, a picture as video, one that is gone', async () => {
  expect(await refusal(media(sticker))).toBe(webpWords);
  expect(await refusal(media(sticker, 'document'))).toContain('not a document');
  expect(await refusal(media(picture, 'video'))).toContain('not a video');
  expect(await refusal(header(`media:${sticker}`))).toBe(webpWords);
  expect(await refusal(header(`media:${newId()}`))).toBe('The file was deleted. Choose another.');
});

test('a header by an address is looked at, unless it differs from customer to customer', async () => {
  files.files.set('/a.png', { headers: { 'content-type': 'image/png' } });
  files.files.set('/a.webp', { headers: { 'content-type': 'image/webp' } });
  expect(await refusal(header(files.url('/a.png')))).toBeNull();
  expect(await refusal(header(files.url('/a.webp')))).toBe(webpWords);
  expect(await refusal(header(files.url('/none.png')))).toContain('status 404');
  expect(await refusal(header(files.url('/{{NAME}}.png')))).toBeNull();
});

test('the API refuses a WebP as picture at once, in a message and in a header', async () => {
  const send = (content: object) =>
    world.api('POST /api/messages', {
      body: { channel_id: world.channelId, to: '+4915112345678', source: 'API', ...content } as never,
    });
  const words = (answer: { body: unknown }) =>
    (answer.body as { error: { data: { msg: string }[] } }).error.data[0]?.msg;
  expect(words(await send({ type: 'image', image: { media_id: sticker } }))).toBe(webpWords);
  const components = [{ type: 'header', parameters: [{ type: 'image', image: { media_id: sticker } }] }];
  expect(words(await send({ type: 'template', template: { id: template, components } }))).toBe(webpWords);
});
