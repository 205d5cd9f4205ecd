import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { readRange } from './byte-range.ts';
import { contentDisposition, filenameForType } from './file-names.ts';
import { findMedia, type MediaRow } from './repo.ts';
import type { MediaUrls, MediaVariant } from './signed-urls.ts';
import { type MediaStorage, MissingObject } from './storage/storage.ts';

/** Types that a browser may show inline: images, video and audio, nothing that can hold scripts. */
const inlineTypes = new Set([
  ...['audio/aac', 'audio/amr', 'audio/mp4', 'audio/mpeg', 'audio/ogg', 'audio/vorbis', 'audio/wav'],
  ...['image/gif', 'image/jpeg', 'image/png', 'image/webp', 'video/3gpp', 'video/mp4', 'video/quicktime', 'video/webm'],
]);
/** Types that an attachment may declare; all others are sent as application/octet-stream. */
const declarableTypes = /^(?:application\/(?:pdf|msword|vnd\.[\w.-]+)|text\/plain)$/;

type MediaRequest = { Params: { id: string; variant: string }; Querystring: { e?: unknown; s?: unknown } };
type Found = { row: MediaRow; mimeType: string; sizeBytes: number | null };

/** Serves files under signed URLs, with ranges, with headers that prevent scripts and framing. */
export function registerMediaDelivery(
  app: FastifyInstance,
  platform: Platform,
  storage: MediaStorage,
  addresses: MediaUrls,
): void {
  app.route<MediaRequest>({
    method: ['GET', 'HEAD'],
    url: '/media/:id/:variant',
    async handler(request, reply) {
      const { id, variant } = request.params;
      const { e, s } = request.query;
      const address = typeof e === 'string' && typeof s === 'string' ? addresses.verify(id, variant, e, s) : null;
      if (address === null || !isUuid(id)) throw gone();
      const find = (tx: Parameters<typeof findMedia>[0]) => findMedia(tx, id);
      const row = await platform.db.withTenant(address.clientId, find, { readOnly: true });
      requireScanned(row);
      const found = row === null ? null : foundIn(row, variant as MediaVariant);
      if (found === null) throw gone();
      const lastsS = Math.max(0, address.endsAtS - Math.floor(Date.now() / 1_000));
      setSafeHeaders(reply, found, variant as MediaVariant, lastsS);
      return send(request, reply, storage, address.clientId, found, variant as MediaVariant);
    },
  });
}

/** @throws AppError('unavailable') before the malware scan, ('not_found') with its reason when the scan refused the file */
function requireScanned(row: MediaRow | null): void {
  if (row?.scan === 'waiting') {
    const message = 'This file is waiting for the malware scan. Try again in a moment.';
    throw new AppError('unavailable', { message, retryAfterS: 15 });
  }
  if (row?.state === 'refused') throw new AppError('not_found', { message: row.reason ?? undefined });
}

function foundIn(row: MediaRow, variant: MediaVariant): Found | null {
  if (row.file_id === null || row.mime_type === null || row.size_bytes === null) return null;
  if (variant === 'file') return { row, mimeType: row.mime_type, sizeBytes: row.size_bytes };
  return row.has_thumbnail === true ? { row, mimeType: 'image/webp', sizeBytes: null } : null;
}

/** Safe for any content: its scripts do not run, no page frames it, no other site reads it. */
function setSafeHeaders(reply: FastifyReply, { row, mimeType }: Found, variant: MediaVariant, lastsS: number): void {
  const isShown = inlineTypes.has(mimeType);
  const type = isShown || declarableTypes.test(mimeType) ? mimeType : 'application/octet-stream';
  const name = variant === 'thumbnail' ? null : filenameForType(row.filename, mimeType);
  void reply.headers({
    'content-type': type === 'text/plain' ? 'text/plain; charset=utf-8' : type,
    'content-disposition': contentDisposition(isShown ? 'inline' : 'attachment', name),
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': `private, max-age=${lastsS}, immutable`,
    etag: `"${row.file_id}-${variant}"`,
  });
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: MediaStorage,
  clientId: string,
  { row, sizeBytes }: Found,
  variant: MediaVariant,
): Promise<FastifyReply> {
  const name = { clientId, fileId: row.file_id ?? '', variant };
  if (request.headers['if-none-match'] === reply.getHeader('etag')) return reply.code(304).send();
  if (sizeBytes !== null) void reply.header('accept-ranges', 'bytes');
  const range = sizeBytes === null || !rangeCounts(request, reply) ? null : readRange(request.headers.range, sizeBytes);
  if (range === 'unsatisfiable') {
    throw refuseRange(reply, sizeBytes ?? 0);
  }
  if (range !== null) {
    void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${sizeBytes}`);
    void reply.header('content-length', range.end - range.start + 1);
  } else if (sizeBytes !== null) void reply.header('content-length', sizeBytes);
  if (request.method === 'HEAD') return reply.send();
  try {
    return reply.send(await storage.read(name, range ?? undefined));
  } catch (error) {
    for (const header of ['content-length', 'content-range', 'etag', 'cache-control']) void reply.removeHeader(header);
    if (error instanceof MissingObject) throw gone();
    throw new AppError('unavailable', { message: 'The file storage does not answer. Try again.', cause: error });
  }
}

/** A range of another version must not be mixed with what the client has. */
function rangeCounts(request: FastifyRequest, reply: FastifyReply): boolean {
  const condition = request.headers['if-range'];
  return condition === undefined || condition === reply.getHeader('etag');
}

function refuseRange(reply: FastifyReply, sizeBytes: number): AppError {
  void reply.header('content-range', `bytes */${sizeBytes}`);
  return new AppError('range_not_satisfiable', { message: `This file has ${sizeBytes} bytes.` });
}

function gone(): AppError {
  return new AppError('not_found', { message: 'This file was not found, or its link has expired.' });
}
