import { type Reply, readBody } from '../http/exchange.ts';
import type { GraphCall } from './call.ts';
import { GraphError, noSuchObject } from './errors.ts';
import { decimalId } from './ids.ts';

/** Types of sample files that the platform takes. */
const types = ['application/pdf', 'image/jpeg', 'image/jpg', 'image/png', 'video/mp4'];
const maxBytes = 100 * 1024 * 1024;

/* Resumable uploads live as long as the process: their handles are samples, which nobody reads again. */
const uploads = new Map<string, { size: number; received: number }>();

/** `POST /{app_id}/uploads?file_name=&file_length=&file_type=`. */
export function startUpload({ exchange }: GraphCall): Reply {
  const query = exchange.url.searchParams;
  const size = Number(query.get('file_length'));
  if (!types.includes(query.get('file_type') ?? '')) throw new GraphError(100, 'file_type is not supported');
  if (!Number.isSafeInteger(size) || size <= 0 || size > maxBytes) throw new GraphError(100, 'file_length is wrong');
  const id = `upload:${decimalId()}`;
  uploads.set(id, { size, received: 0 });
  return { status: 200, json: { id } };
}

/** `POST /{upload_id}` with the bytes from `file_offset` on. */
export async function continueUpload(call: GraphCall): Promise<Reply> {
  const upload = uploadOf(call.id);
  const offset = Number(call.exchange.request.headers['file_offset'] ?? 0);
  if (offset !== upload.received) throw new GraphError(100, `file_offset must be ${upload.received}`);
  upload.received += (await readBody(call.exchange.request, upload.size - offset)).length;
  if (upload.received < upload.size) return { status: 200, json: { file_offset: upload.received } };
  return { status: 200, json: { h: `4::${Buffer.from(call.id).toString('base64url')}` } };
}

/** `GET /{upload_id}`: how far it got. */
export function readUpload(call: GraphCall): Reply {
  return { status: 200, json: { id: call.id, file_offset: uploadOf(call.id).received } };
}

export function isUpload(id: string): boolean {
  return id.startsWith('upload:');
}

function uploadOf(id: string): { size: number; received: number } {
  const upload = uploads.get(id);
  if (upload === undefined) throw noSuchObject(id);
  return upload;
}
