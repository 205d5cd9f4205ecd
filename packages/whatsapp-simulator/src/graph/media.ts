import { openMediaWriter, readMedia } from '../engine/store-media.ts';
import type { Reply } from '../http/exchange.ts';
import { FormError, type FormFile, hasForm, readForm } from '../http/form.ts';
import { clockOf } from '../storage/accounts.ts';
import type { MediaFile } from '../storage/media.ts';
import type { GraphCall } from './call.ts';
import { GraphError, noSuchObject } from './errors.ts';
import { uploadLimit } from './media-limits.ts';
import { isMediaUrlGood, mediaUrl } from './media-links.ts';
import { requireNumber } from './require.ts';
import { missing, wrong } from './shape.ts';

/** The upload limit, whatever the type. */
const anyUploadLimit = 100 * 1024 * 1024;
const fieldBytes = 1_000;

/** Uploads are stored for 30 days. */
const retentionMs = 30 * 24 * 3600 * 1000;

/** `POST /{phone_number_id}/media`, multipart: messaging_product, type, file. */
export async function uploadMedia(call: GraphCall): Promise<Reply> {
  requireNumber(call);
  const { request, url } = call.exchange;
  if (!hasForm(request)) throw new GraphError(100, 'Media are uploaded as multipart/form-data');
  const writer = openMediaWriter(call.core, call.account);
  try {
    let upload: FormFile | null = null;
    let sizeBytes = 0;
    const fields = await readForm(request, fieldBytes, (file, bytes) => {
      if (file.name !== 'file') return;
      if (upload !== null && upload !== file) throw wrong('file', 'may be there once');
      upload = file;
      sizeBytes = writer.add(bytes);
      if (sizeBytes > anyUploadLimit) throw new GraphError(131053, 'The file is larger than 100 MB');
    });
    const product = fields.get('messaging_product') ?? url.searchParams.get('messaging_product');
    if (product !== 'whatsapp') throw wrong('messaging_product', 'must be whatsapp');
    if (upload === null) throw missing('file');
    const { filename, mimeType: ofPart } = upload as FormFile;
    const mimeType = mimeTypeOf(ofPart, fields.get('type') ?? url.searchParams.get('type') ?? undefined);
    if (sizeBytes > (uploadLimit(mimeType) ?? 0)) throw new GraphError(131053, `The file is too large for ${mimeType}`);
    call.text = JSON.stringify({ ...Object.fromEntries(fields), file: `${mimeType}, ${sizeBytes} bytes` });
    const file = writer.finish(mimeType, filename);
    return { status: 200, json: { id: file.id } };
  } catch (error) {
    writer.abandon();
    if (error instanceof FormError) throw new GraphError(100, error.message);
    throw error;
  }
}

function mimeTypeOf(ofPart: string, ofField: string | undefined): string {
  const known = [ofField, ofPart].find((type) => type && uploadLimit(type) !== null);
  if (!known) throw new GraphError(131053, `Files of type ${ofField || ofPart || 'unknown'} are not supported`);
  return known;
}

/**
 * The response of `GET /{media_id}`: a URL valid for five minutes.
 * @throws GraphError 100/33 another number's, or expired
 */
export function presentMedia(call: GraphCall, file: MediaFile) {
  requireOwner(call, file);
  return {
    messaging_product: 'whatsapp',
    url: mediaUrl(call.core, call.account, file.id),
    mime_type: file.mime_type,
    sha256: file.sha256,
    file_size: file.size_bytes,
    id: file.id,
  };
}

/** `DELETE /{media_id}`. */
export function removeMedia(call: GraphCall): Reply {
  const file = call.core.media.find(call.account.key, call.id);
  if (!file) throw noSuchObject(call.id);
  requireOwner(call, file);
  call.core.database.write(() => call.core.media.remove(file.id));
  return { status: 200, json: { success: true } };
}

function requireOwner({ account, exchange }: GraphCall, file: MediaFile): void {
  const owner = exchange.url.searchParams.get('phone_number_id');
  const expired = clockOf(account) - file.created_ms > retentionMs;
  if (expired || (owner !== null && owner !== account.phone_number_id)) throw noSuchObject(file.id);
}

/** The bytes, for the account's token and while the URL is valid; otherwise 404, and the caller requests a new one. */
export function downloadMedia({ core, account, exchange }: GraphCall): Reply {
  const query = exchange.url.searchParams;
  const file = core.media.find(account.key, query.get('mid') ?? '');
  if (!file || !isMediaUrlGood(account, query)) {
    return { status: 404, json: { error: { message: 'The media address is unknown or has expired', code: 404 } } };
  }
  const headers = { 'content-type': file.mime_type, 'content-length': String(file.size_bytes) };
  return { status: 200, headers, chunks: readMedia(core, file) };
}
