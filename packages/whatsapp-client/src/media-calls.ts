import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';

import { type CallOutcome, toCallOutcome } from './call-outcome.ts';
import { type JsonObject, readId, readName, readNumber } from './fields.ts';
import { type CallBasics, type Caller, type RawBody, segment } from './graph-call.ts';
import { queryOf, readSuccess } from './read-page.ts';

/** The location of a media file; `url` is valid for five minutes. */
export type MediaInfo = {
  id: string | null;
  url: string;
  mimeType: string | null;
  /** As WhatsApp sends it: base64 in webhooks, here hex has been seen. */
  sha256: string | null;
  sizeBytes: number | null;
};

/** A file to upload to WhatsApp; a stream is read once and must have exactly `sizeBytes`. */
export type UploadFile = {
  content: Buffer | AsyncIterable<Uint8Array>;
  sizeBytes: number;
  mimeType: string;
  filename: string;
};

type OfUpload = CallBasics & { uploadId: string };

export type MediaCalls = {
  /** Uploads a file for sending; WhatsApp stores it for 30 days. */
  uploadMedia(request: CallBasics & { phoneNumberId: string; file: UploadFile }): Promise<CallOutcome<{ id: string }>>;
  getMediaUrl(request: CallBasics & { mediaId: string; phoneNumberId?: string }): Promise<CallOutcome<MediaInfo>>;
  deleteMedia(request: CallBasics & { mediaId: string; phoneNumberId?: string }): Promise<CallOutcome<true>>;
  /** Opens a resumable upload, for examples of templates and profile pictures (pdf, jpeg, png, mp4). */
  startUpload(
    request: CallBasics & { appId: string; filename: string; sizeBytes: number; mimeType: string },
  ): Promise<CallOutcome<{ uploadId: string }>>;
  /** Sends the file from `offset` to its end; the handle is no media id. */
  continueUpload(request: OfUpload & { offset: number; content: Buffer }): Promise<CallOutcome<{ handle: string }>>;
  /** The received bytes of an interrupted upload. */
  getUploadOffset(request: OfUpload): Promise<CallOutcome<number>>;
};

export function createMediaCalls(call: Caller): MediaCalls {
  const mediaPath = (mediaId: string, phoneNumberId: string | undefined): string =>
    `${segment(mediaId)}${queryOf({ phone_number_id: phoneNumberId })}`;
  return {
    async uploadMedia({ phoneNumberId, file, ...basics }) {
      const raw = multipart({ messaging_product: 'whatsapp', type: file.mimeType }, file);
      const path = `${segment(phoneNumberId)}/media`;
      return toCallOutcome(await call({ ...basics, method: 'POST', path, raw }), readMediaId);
    },
    async getMediaUrl({ mediaId, phoneNumberId, ...basics }) {
      const path = mediaPath(mediaId, phoneNumberId);
      return toCallOutcome(await call({ ...basics, method: 'GET', path }), readMediaInfo);
    },
    async deleteMedia({ mediaId, phoneNumberId, ...basics }) {
      const path = mediaPath(mediaId, phoneNumberId);
      return toCallOutcome(await call({ ...basics, method: 'DELETE', path }), readSuccess);
    },
    ...createResumableCalls(call),
  };
}

function createResumableCalls(call: Caller): Pick<MediaCalls, 'startUpload' | 'continueUpload' | 'getUploadOffset'> {
  // Graph documents another scheme for these three calls.
  const scheme = 'OAuth' as const;
  return {
    async startUpload({ appId, filename, sizeBytes, mimeType, ...basics }) {
      const query = queryOf({ file_name: filename, file_length: sizeBytes, file_type: mimeType });
      const path = `${segment(appId)}/uploads${query}`;
      return toCallOutcome(await call({ ...basics, scheme, method: 'POST', path }), readUploadId);
    },
    async continueUpload({ uploadId, offset, content, ...basics }) {
      const raw = { content, sizeBytes: content.length, contentType: 'application/octet-stream' };
      const headers = { file_offset: String(offset) };
      const request = { ...basics, scheme, method: 'POST', path: uploadPath(uploadId), raw, headers } as const;
      return toCallOutcome(await call(request), readHandle);
    },
    async getUploadOffset({ uploadId, ...basics }) {
      const outcome = await call({ ...basics, scheme, method: 'GET', path: uploadPath(uploadId) });
      return toCallOutcome(outcome, (body) => readNumber(body, 'file_offset'));
    },
  };
}

/** The id has a colon and a signature in query form (`upload:…?sig=…`) that must not be encoded. */
function uploadPath(uploadId: string): string {
  const [id = '', ...signature] = uploadId.split('?');
  const query = signature.join('?');
  return `${segment(id).replaceAll('%3A', ':')}${query === '' ? '' : `?${query.replaceAll(/[^\w.~%=&:+-]/g, '')}`}`;
}

/** A form with the file last, so that the receiver knows the fields before the bytes arrive. */
function multipart(fields: Readonly<Record<string, string>>, file: UploadFile): RawBody {
  const boundary = `parley-${randomBytes(16).toString('hex')}`;
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${oneLine(value)}\r\n`,
  );
  const disposition = `content-disposition: form-data; name="file"; filename="${quoted(file.filename)}"`;
  const type = `content-type: ${oneLine(file.mimeType)}`;
  const head = Buffer.from(`${parts.join('')}--${boundary}\r\n${disposition}\r\n${type}\r\n\r\n`);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const sizeBytes = head.length + file.sizeBytes + tail.length;
  const contentType = `multipart/form-data; boundary=${boundary}`;
  const { content } = file;
  return Buffer.isBuffer(content)
    ? { content: Buffer.concat([head, content, tail]), sizeBytes, contentType }
    : { content: Readable.from(between(head, content, tail), { objectMode: false }), sizeBytes, contentType };
}

async function* between(head: Buffer, content: AsyncIterable<Uint8Array>, tail: Buffer): AsyncGenerator<Uint8Array> {
  yield head;
  yield* content;
  yield tail;
}

/** Encodes names in forms like browsers: the three characters that would end the header are percent-encoded. */
function quoted(name: string): string {
  return name.toWellFormed().replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function oneLine(value: string): string {
  return value.replaceAll(/[\r\n]/g, '');
}

function readMediaId(body: JsonObject): { id: string } | null {
  const id = readId(body, 'id');
  return id === null ? null : { id };
}

function readMediaInfo(body: JsonObject): MediaInfo | null {
  const url = readName(body, 'url', 4_096);
  if (url === null) return null;
  return {
    id: readId(body, 'id'),
    url,
    mimeType: readName(body, 'mime_type', 255),
    sha256: readName(body, 'sha256', 255),
    sizeBytes: readNumber(body, 'file_size'),
  };
}

function readUploadId(body: JsonObject): { uploadId: string } | null {
  const uploadId = readName(body, 'id', 4_096);
  return uploadId === null ? null : { uploadId };
}

function readHandle(body: JsonObject): { handle: string } | null {
  const handle = readName(body, 'h', 16_384);
  return handle === null ? null : { handle };
}
