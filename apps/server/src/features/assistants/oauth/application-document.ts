import { isAllowed } from '../../../platform/outbound/address.ts';
import { getExternal } from '../../../platform/outbound/get.ts';
import { readBeginning } from '../../../platform/outbound/read-beginning.ts';
import { type Application, type ApplicationMetadata, readMetadata } from './application-metadata.ts';
import { OAuthError } from './oauth-error.ts';

const withinMs = 5_000;
const mostBytes = 10_240;

/**
 * The application that a document at an address describes, read anew each time a member is asked: a client ID metadata
 * document. Its host vouches for the name; its addresses may be any that a registration may name.
 * @param allowed private `host:port`, also without https
 * @returns null when there is none, or it says anything else than its address
 */
export async function fetchApplication(id: string, allowed: readonly string[]): Promise<Application | null> {
  const url = URL.parse(id);
  if (url === null || (url.protocol !== 'https:' && !isAllowed(url, allowed))) return null;
  if (url.pathname === '/' || url.hash !== '' || url.href !== id) return null;
  const signal = AbortSignal.timeout(withinMs);
  const answer = await getExternal({
    url: id,
    headers: { accept: 'application/json' },
    timeoutMs: withinMs,
    allowed,
    signal,
  });
  if (answer.kind !== 'answer') return null;
  if (answer.response.statusCode !== 200) {
    answer.response.destroy();
    return null;
  }
  const metadata = parse(await readBeginning(answer.response, mostBytes));
  if (metadata?.['client_id'] !== id) return null;
  try {
    return { id, ...readMetadata(metadata), host: url.host };
  } catch (error) {
    if (error instanceof OAuthError) return null;
    throw error;
  }
}

function parse(bytes: Buffer): ApplicationMetadata | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as ApplicationMetadata) : null;
  } catch {
    return null;
  }
}
