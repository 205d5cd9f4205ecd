import { randomBytes } from 'node:crypto';
import type { Reply } from '../http/exchange.ts';
import { type GraphCall, pageOf, readParameters } from './call.ts';
import { noSuchObject } from './errors.ts';
import { change } from './registration.ts';
import { requireNumber } from './require.ts';
import { requiredTextAt, textAt, wordAt } from './shape.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

type Link = { code: string; prefilled_message: string };

/** `GET /{phone_number_id}/message_qrdls`. */
export function listLinks(call: GraphCall): Reply {
  requireNumber(call);
  const query = call.exchange.url.searchParams;
  const image = imageIn(query);
  const code = query.get('code');
  const found = call.account.number.links.filter((link) => code === null || link.code === code);
  return pageOf(
    call,
    found.map((link) => present(call, link, image)),
  );
}

/** `GET /{phone_number_id}/message_qrdls/{code}`: a list of one. */
export function readLink(call: GraphCall): Reply {
  requireNumber(call);
  const link = call.account.number.links.find(({ code }) => code === call.rest);
  if (link === undefined) throw noSuchObject(call.rest);
  return { status: 200, json: { data: [present(call, link, imageIn(call.exchange.url.searchParams))] } };
}

function imageIn(query: URLSearchParams): string | undefined {
  return /qr_image_url\.format\((SVG|PNG)\)/i.exec(query.get('fields') ?? '')?.[1];
}

/** `POST /{phone_number_id}/message_qrdls`: a new link, or with `code`, also at the end of the path, another text for one. */
export async function saveLink(call: GraphCall): Promise<Reply> {
  requireNumber(call);
  const body = await readParameters(call);
  const prefilled_message = requiredTextAt(body, 'prefilled_message', 'prefilled_message', 140);
  const image =
    body.generate_qr_image === undefined
      ? undefined
      : wordAt(
          { generate_qr_image: String(body.generate_qr_image).toUpperCase() },
          'generate_qr_image',
          'generate_qr_image',
          ['SVG', 'PNG'],
        );
  const named = call.rest === '' ? body : { ...body, code: call.rest };
  const asked = textAt(named, 'code', 'code', { max: 14, optional: true });
  const { links } = call.account.number;
  if (asked !== undefined && !links.some(({ code }) => code === asked)) throw noSuchObject(asked);
  const link = { code: asked ?? newCode(), prefilled_message };
  change(call, (account) => {
    account.number = { ...account.number, links: [link, ...links.filter(({ code }) => code !== link.code)] };
  });
  return { status: 200, json: present(call, link, image) };
}

/** `DELETE /{phone_number_id}/message_qrdls/{code}`. */
export function deleteLink(call: GraphCall): Reply {
  requireNumber(call);
  const { links } = call.account.number;
  const rest = links.filter(({ code }) => code !== call.rest);
  if (rest.length === links.length) throw noSuchObject(call.rest);
  return change(call, (account) => {
    account.number = { ...account.number, links: rest };
  });
}

function present(call: GraphCall, link: Link, image: string | undefined) {
  return {
    ...link,
    deep_link_url: `https://wa.me/message/${link.code}`,
    ...(image === undefined
      ? {}
      : { qr_image_url: `${call.core.baseUrl()}/simulator/qr/${link.code}.${image.toLowerCase()}` }),
  };
}

function newCode(): string {
  return Array.from(randomBytes(14), (byte) => alphabet[byte % alphabet.length]).join('');
}
