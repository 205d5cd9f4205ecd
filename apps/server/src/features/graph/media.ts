import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BusboyHeaders } from '@fastify/busboy';
import type { GraphCall } from './graph-call.ts';
import { numberOf } from './graph-call.ts';
import { GraphError, invalidParameter, missingParameter } from './graph-error.ts';

/** Of the fields beside the file, none is used. */
const fieldBytes = 1_000;

/**
 * `POST /{phone_number_id}/media`: keeps the file of a form while it arrives.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/media
 */
export async function uploadMedia(call: GraphCall): Promise<object> {
  await numberOf(call);
  const body = call.request.body as Readable;
  let file: FormFile | undefined;
  try {
    file = await fileOf(body, call.request.headers as BusboyHeaders);
    const { filename, mimeType, bytes } = file;
    const { id } = await call.api(
      'POST /api/media',
      {},
      {
        headers: { 'content-type': mimeType, ...(filename !== '' && { 'x-filename': encodeURIComponent(filename) }) },
        payload: Readable.from(bytes),
      },
    );
    return { id };
  } catch (error) {
    const broken = file?.bytes.errored ?? null;
    throw broken === null ? error : invalidParameter(`${broken.message}.`);
  } finally {
    // Whatever is left: the connection would wait for somebody to read it.
    body.unpipe();
    body.resume();
  }
}

type FormFile = { filename: string; mimeType: string; bytes: Readable };

/** The file of a form, while it arrives; what follows it is read and not used. */
async function fileOf(body: Readable, headers: BusboyHeaders): Promise<FormFile> {
  const { Busboy } = await import('@fastify/busboy');
  const found = Promise.withResolvers<FormFile>();
  const fail = (error: unknown) => {
    found.reject(invalidParameter(`${error instanceof Error ? error.message : error}.`));
  };
  try {
    const form = new Busboy({ headers, limits: { fieldSize: fieldBytes, parts: 100, headerPairs: 20 } });
    form.on('file', (name, bytes, filename, _encoding, mimeType) => {
      // Whoever reads it, now or later, learns of a form that was cut off.
      bytes.on('error', (error) => bytes.destroy(error));
      if (name === 'file') found.resolve({ filename, mimeType, bytes });
      else bytes.resume();
    });
    form.on('finish', () => found.reject(missingParameter('file')));
    form.on('error', fail);
    body.pipe(form);
  } catch (error) {
    fail(error);
  }
  return found.promise;
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
