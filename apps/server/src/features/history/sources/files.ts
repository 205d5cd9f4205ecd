import { addressErrorMessages } from '../../../platform/outbound/address-errors.ts';
import { followExternal } from '../../../platform/outbound/follow.ts';
import { ToolSilent, ToolWaits, waitOf } from './call.ts';

export type FileFetch = {
  /** The name of the tool, for the member. */
  name: string;
  allowed: readonly string[];
  signal: AbortSignal;
  /** It failed before: what fails again is left out. */
  isLastTry: boolean;
  /** The headers with the key, for a file of the tool’s own API. */
  key: Record<string, string> | null;
};

const silenceMs = 30_000;
const wholeMs = 600_000;

/**
 * A file that a message of a tool names. The key goes to the API of the tool only, not to where it leads.
 * @throws ToolSilent where asking again may help, ToolWaits
 */
export async function openFile(
  url: string,
  { name, allowed, signal: ending, isLastTry, key }: FileFetch,
): Promise<AsyncIterable<Uint8Array> | { reason: string }> {
  const signal = AbortSignal.any([ending, AbortSignal.timeout(wholeMs)]);
  const headers = { accept: '*/*', 'accept-encoding': 'identity' };
  const ownHeaders = key ?? {};
  const answer = await followExternal({ url, headers, ownHeaders, timeoutMs: silenceMs, allowed, signal });
  ending.throwIfAborted();
  if (answer.kind === 'refused') return { reason: addressErrorMessages[answer.problem] };
  if (answer.kind === 'redirects') return { reason: `${name} sent this file from one address to the next.` };
  const status = answer.kind === 'lost' ? null : (answer.response.statusCode ?? 0);
  if (answer.kind === 'answer' && status === 200) return answer.response;
  if (answer.kind === 'answer') answer.response.destroy();
  if (answer.kind === 'answer' && status === 429 && key !== null)
    throw new ToolWaits(waitOf(answer.response.headers['retry-after']));
  const mayHelp = status === null || status === 429 || status >= 500;
  if (mayHelp && !isLastTry) throw new ToolSilent('a file did not come');
  // An id that the tool gave is never malformed.
  const isGone = status === 404 || status === 410 || (status === 400 && key !== null);
  if (isGone) return { reason: `${name} no longer has this file.` };
  return { reason: status === null ? `${name} did not send this file.` : `${name} answered ${status} for this file.` };
}
