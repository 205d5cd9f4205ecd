import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** A smaller response fits one packet either way; a message that is sent gets one row, which is not worth the time. */
const leastBytes = { read: 1_024, sent: 8_192 } as const;
const textTypes = /^(application\/(json|problem\+json)|text\/)/;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const codings = {
  // A list of 100 KB takes 1 ms at quality 4, and 30 ms at 9.
  br: (bytes: Buffer) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes: Buffer) => gzipped(bytes),
};

/**
 * Compresses what is read (GET), JSON and pages of 1 KiB and more, and other answers of 8 KiB and more. Files have
 * copies of their build, and exports and media are streams: these stay as they are.
 */
export function compressResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const least = request.method === 'GET' ? leastBytes.read : leastBytes.sent;
    if (typeof payload !== 'string' || payload.length < least) return payload;
    if (!textTypes.test(String(reply.getHeader('content-type') ?? '')) || reply.hasHeader('content-encoding'))
      return payload;
    const vary = reply.getHeader('vary');
    void reply.header('vary', vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`);
    const coding = acceptedCoding(request.headers['accept-encoding']);
    if (coding === null) return payload;
    void reply.header('content-encoding', coding).removeHeader('content-length');
    return codings[coding](Buffer.from(payload));
  });
}

/** @param header `gzip, deflate, br;q=0.9` */
export function acceptedCoding(header: string | string[] | undefined): keyof typeof codings | null {
  const accepted = String(header ?? '')
    .split(',')
    .flatMap((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      return parameters.some((text) => /^q=0(\.0*)?$/.test(text)) ? [] : [name];
    });
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : null;
}
