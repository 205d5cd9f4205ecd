import { openMediaWriter, readMedia } from '../engine/store-media.ts';
import type { Reply } from '../http/exchange.ts';
import { type ControlCall, ControlFault } from './call.ts';

/** The largest file a customer can send; the platform reports larger ones as 131052. */
const inboundLimitBytes = 100 * 1024 * 1024;

/** `POST …/media`, raw body with its Content-Type: a file that a phone can then send by id. */
export async function uploadForPhone({ core, account, exchange }: ControlCall): Promise<Reply> {
  const { request } = exchange;
  const writer = openMediaWriter(core, account);
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      if (writer.add(chunk) > inboundLimitBytes) throw new ControlFault(413, 'too_large', 'At most 100 MB');
    }
  } catch (error) {
    writer.abandon();
    throw error;
  }
  const file = writer.finish(request.headers['content-type'] ?? 'application/octet-stream', null);
  const { id, mime_type, size_bytes, sha256 } = file;
  return { status: 201, json: { id, mime_type, size_bytes, sha256 } };
}

/** `GET …/media/{id}`: bytes of either direction, to show them on the phone. */
export function getMedia({ core, account, parts }: ControlCall): Reply {
  const file = core.media.find(account.key, parts[0] ?? '');
  if (!file) throw new ControlFault(404, 'not_found', 'Media not found');
  const headers = {
    'content-type': file.mime_type,
    'content-length': String(file.size_bytes),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  };
  return { status: 200, headers, chunks: readMedia(core, file) };
}
