import { Transform } from 'node:stream';
import { maxMediaBytes } from '@parley/contract/media';
import { followExternal } from '../../platform/outbound/follow.ts';
import type { GraphCall } from './graph-call.ts';
import { GraphError } from './graph-error.ts';

const silentMs = 10_000;

const failed = (details: string) => new GraphError(131_053, 'Media upload error', details);

/**
 * Stores the file of a link, which WhatsApp would fetch itself: the team sees what the program sent. Never from private
 * networks. @returns its id @throws GraphError
 */
export async function storeLinkedFile({ api, platform, reply }: GraphCall, url: string): Promise<string> {
  const answer = await followExternal({
    url,
    headers: { 'user-agent': 'Parley/1' },
    timeoutMs: silentMs,
    allowed: platform.config.ALLOWED_PRIVATE_HOSTS,
  });
  if (answer.kind === 'refused') throw failed('The link is no public http or https address.');
  if (answer.kind !== 'answer') throw failed('The link did not answer.');
  const { response } = answer;
  if (response.statusCode !== 200) {
    response.destroy();
    throw failed(`The link answered ${response.statusCode}.`);
  }
  if (Number(response.headers['content-length'] ?? 0) > maxMediaBytes) {
    response.destroy();
    throw failed('The file is larger than 100 MB.');
  }
  const payload = response.pipe(new Transform({ transform: (chunk, _encoding, done) => done(null, chunk) }));
  response.on('error', (error) => payload.destroy(error));
  reply.raw.once('close', () => response.destroy());
  const name = decodeName(new URL(answer.url).pathname.split('/').at(-1) ?? '');
  const { id } = await api(
    'POST /api/media',
    {},
    {
      headers: {
        'content-type': response.headers['content-type'] ?? 'application/octet-stream',
        ...(name !== '' && { 'x-filename': encodeURIComponent(name) }),
      },
      payload,
    },
  );
  return id;
}

function decodeName(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
