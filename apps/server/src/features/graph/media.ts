import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GraphCall } from './graph-call.ts';
import { numberOf } from './graph-call.ts';
import { GraphError, invalidParameter, missingParameter } from './graph-error.ts';
import { boundaryOf, MultipartError, type MultipartEvent, readMultipart } from './multipart.ts';

const octets = 'application/octet-stream';

/**
 * `POST /{phone_number_id}/media`: keeps the file of a form while it arrives.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/media
 */
export async function uploadMedia(call: GraphCall): Promise<object> {
  await numberOf(call);
  const boundary = boundaryOf(call.request.headers['content-type']);
  if (boundary === null) throw invalidParameter('Send the file as multipart/form-data.');
  const events = readMultipart(call.request.body as AsyncIterable<Buffer>, boundary);
  try {
    const part = await partNamed(events, 'file');
    const { id } = await call.api(
      'POST /api/media',
      {},
      {
        headers: {
          'content-type': part.mimeType ?? octets,
          ...(part.filename !== null && part.filename !== '' && { 'x-filename': encodeURIComponent(part.filename) }),
        },
        payload: Readable.from(bytesOf(events)),
      },
    );
    return { id };
  } catch (error) {
    throw error instanceof MultipartError ? invalidParameter(`${error.message}.`) : error;
  }
}

type Part = Extract<MultipartEvent, { kind: 'part' }>;

async function partNamed(events: AsyncGenerator<MultipartEvent>, name: string): Promise<Part> {
  for (;;) {
    const { value, done } = await events.next();
    if (done) throw missingParameter(name);
    if (value.kind === 'part' && value.name === name) return value;
  }
}

/** The bytes of the part that was begun; what follows it is read and not used. */
async function* bytesOf(events: AsyncGenerator<MultipartEvent>): AsyncGenerator<Buffer> {
  let isOver = false;
  for await (const event of events) {
    if (event.kind === 'part') isOver = true;
    else if (!isOver) yield event.bytes;
  }
}

/** WhatsApp has a file when it tells of its message; ours is copied right after that. */
const copiedWithinMs = 5_000;
const lookEveryMs = 250;

/** `GET /{media_id}`: the link under which the file is read, also without the key. */
export async function readMedia(call: GraphCall): Promise<object> {
  const ends = performance.now() + copiedWithinMs;
  for (;;) {
    const media = await call.api('GET /api/media/{id}', { params: { id: call.node } });
    if (media.url !== null) {
      return {
        messaging_product: 'whatsapp',
        url: `${call.platform.publicUrl()}${media.url}`,
        mime_type: media.mime_type,
        sha256: media.sha256,
        file_size: media.size_bytes,
        id: media.id,
      };
    }
    if (media.state === 'gone' || performance.now() > ends) {
      const details = media.state === 'gone' ? 'This file is no longer stored.' : 'This file is still being copied.';
      throw new GraphError(131_052, 'Media download error', details, { status: media.state === 'gone' ? 404 : 503 });
    }
    await sleep(lookEveryMs);
  }
}

export async function deleteMedia(call: GraphCall): Promise<object> {
  await call.api('DELETE /api/media/{id}', { params: { id: call.node } });
  return { success: true };
}
