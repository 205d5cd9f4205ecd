import { createHmac, timingSafeEqual } from 'node:crypto';
import { dayTimeIn } from '@parley/contract/local-time';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../platform/errors.ts';
import { isUuid } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { sameSecret } from '../../../platform/secrets.ts';
import { getNameAndCountry } from '../../accounts/public.ts';
import { type MediaStorage, readRange } from '../../media/public.ts';
import { exportMimeType } from './export-job.ts';
import { type ExportRow, findLatestExport } from './export-repo.ts';

/** Long enough for the browser to ask for the file; the download itself may take longer. */
const validForMs = 15 * 60_000;
/** For what broke off: only who began in time knows the tag of the file. */
const resumableForMs = 24 * 3_600_000;

export type ExportLinks = {
  /** A link that needs no token, because browsers save large files only from a link. */
  linkOf(clientId: string, exportId: string): { url: string; expires_at: string };
  isValid(link: LinkParts, ifRange: string | undefined): boolean;
  /** Tells the browser that the rest it asks for is of the same file. */
  tagOf(clientId: string, exportId: string): string;
};
type LinkParts = { clientId: string; exportId: string; endsAtMs: number; signature: string };

export function createExportLinks({ secrets }: Pick<Platform, 'secrets'>): ExportLinks {
  const sign = (key: string, clientId: string, exportId: string, endsAtMs: number) =>
    createHmac('sha256', Buffer.from(key, 'hex')).update(`${clientId} ${exportId} ${endsAtMs}`).digest();
  const keys = secrets.deriveAll('export links');
  const tagOf = (clientId: string, exportId: string) =>
    `"${sign(keys[0] ?? '', clientId, exportId, 0).toString('base64url')}"`;
  return {
    tagOf,
    linkOf(clientId, exportId) {
      const endsAtMs = Date.now() + validForMs;
      const s = sign(keys[0] ?? '', clientId, exportId, endsAtMs).toString('base64url');
      const query = new URLSearchParams({ a: clientId, e: String(endsAtMs), s });
      return { url: `/exports/${exportId}?${query}`, expires_at: new Date(endsAtMs).toISOString() };
    },
    isValid({ clientId, exportId, endsAtMs, signature }, ifRange) {
      const given = Buffer.from(signature, 'base64url');
      const isResumed = ifRange !== undefined && sameSecret(ifRange, tagOf(clientId, exportId));
      if (
        !(endsAtMs + (isResumed ? resumableForMs : 0) > Date.now()) ||
        endsAtMs === 0 ||
        !isUuid(clientId) ||
        !isUuid(exportId)
      )
        return false;
      return keys.some((key) => {
        const wanted = sign(key, clientId, exportId, endsAtMs);
        return given.length === wanted.length && timingSafeEqual(given, wanted);
      });
    },
  };
}

const exportFileName = ({ created_at, encrypted }: ExportRow, zone: string) =>
  `parley-${dayTimeIn(zone, created_at.getTime()).day}.tar.gz${encrypted ? '.age' : ''}`;

type ExportRequest = { Params: { id: string }; Querystring: { a?: unknown; e?: unknown; s?: unknown } };

/** Serves the file of an export under a signed link. */
export function registerExportDelivery(http: FastifyInstance, platform: Platform, storage: MediaStorage): void {
  const links = createExportLinks(platform);
  http.get<ExportRequest>('/exports/:id', async (request, reply) => {
    const { a, e, s } = request.query;
    const header = request.headers['if-range'];
    const ifRange = typeof header === 'string' ? header : undefined;
    const [clientId, exportId] = [String(a), request.params.id];
    const gone = new AppError('not_found', { message: 'This file was not found, or its link has expired.' });
    if (!links.isValid({ clientId, exportId, endsAtMs: Number(e), signature: String(s) }, ifRange)) throw gone;
    const row = await platform.db.withTenant(clientId, findLatestExport, { readOnly: true });
    if (row?.id !== exportId || row.state !== 'done') throw gone;
    const { time_zone: zone } = await platform.db.withTenant(clientId, (tx) => getNameAndCountry(tx, clientId), {
      readOnly: true,
    });
    const tag = links.tagOf(clientId, exportId);
    const sizeBytes = row.size_bytes ?? 0;
    const range = (ifRange ?? tag) === tag ? readRange(request.headers.range, sizeBytes) : null;
    if (range === 'unsatisfiable') {
      void reply.header('content-range', `bytes */${sizeBytes}`);
      throw new AppError('range_not_satisfiable', { message: `This file has ${sizeBytes} bytes.` });
    }
    if (range !== null) {
      void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${sizeBytes}`);
    }
    void reply.headers({
      'accept-ranges': 'bytes',
      etag: tag,
      'content-type': exportMimeType(row),
      'content-length': range === null ? sizeBytes : range.end - range.start + 1,
      'content-disposition': `attachment; filename="${exportFileName(row, zone)}"`,
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    return reply.send(await storage.read({ clientId, fileId: exportId, variant: 'file' }, range ?? undefined));
  });
}
