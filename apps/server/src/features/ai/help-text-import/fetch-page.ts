import { helpTextImportLimits } from '@parley/contract/help-text-limits';
import { invalid } from '../../../platform/errors.ts';
import { addressErrorMessages } from '../../../platform/outbound/address-errors.ts';
import { encodingOf } from '../../../platform/outbound/encoding-of.ts';
import { followExternal } from '../../../platform/outbound/follow.ts';
import { kindOfAnswer, type TextKind } from './text-kind.ts';

const silenceMs = 10_000;
const wholeMs = 25_000;
const accept = 'text/html,application/xhtml+xml,application/pdf,text/markdown,text/plain';

export type FetchedPage = { kind: TextKind; bytes: Buffer; encoding: string };

/**
 * Reads a page, PDF or text of an address entered by a user, whole.
 * @param options.allowed private `host:port` that the operator allows
 * @throws AppError validation_failed at `url`, in words
 */
export async function fetchPage(
  url: string,
  options: { allowed: readonly string[]; signal: AbortSignal },
): Promise<FetchedPage> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(wholeMs)]);
  const headers = { accept, 'accept-encoding': 'identity', 'user-agent': 'Parley (help texts)' };
  const answer = await followExternal({ url, headers, timeoutMs: silenceMs, allowed: options.allowed, signal });
  if (answer.kind === 'refused') throw refused(addressErrorMessages[answer.problem]);
  if (answer.kind === 'redirects') throw refused('This address leads from one to the next and to no page.');
  if (answer.kind === 'lost') {
    if (answer.detail === 'ENOTFOUND') throw refused(addressErrorMessages.unknown_host);
    throw refused('This address doesn’t answer. Try again later, or import a file.');
  }
  const { response } = answer;
  try {
    const problem = statusProblem(response.statusCode ?? 0);
    if (problem !== null) throw refused(problem);
    const type = response.headers['content-type'] ?? '';
    const kind = kindOfAnswer(type, new URL(answer.url).pathname);
    if (kind === null || !/^(?:identity)?$/.test(response.headers['content-encoding'] ?? '')) {
      throw refused('This is not a page, PDF or text that can be read.');
    }
    const most = kind === 'pdf' ? helpTextImportLimits.fileBytes : helpTextImportLimits.pageBytes;
    const bytes = await readWhole(response, most);
    if (bytes === null)
      throw refused(kind === 'pdf' ? 'The file is larger than 10 MB.' : 'The page is larger than 512 KB.');
    return { kind, bytes, encoding: encodingOf(bytes, type) };
  } finally {
    response.destroy();
  }
}

const refused = (msg: string) => invalid('url', msg);

function statusProblem(status: number): string | null {
  if (status === 200) return null;
  if (status === 401 || status === 403) return `This page asks for a sign-in (status ${status}). Import it as a file.`;
  if (status === 404 || status === 410) return `There is no page at this address (status ${status}).`;
  return `This address answers with an error (status ${status}). Try it in a browser, or import a file.`;
}

/** @returns null when there is more */
async function readWhole(stream: AsyncIterable<Buffer>, mostBytes: number): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of stream) {
      bytes += piece.length;
      if (bytes > mostBytes) return null;
      pieces.push(piece);
    }
  } catch {
    throw refused('The connection broke off before the whole page was there. Try again.');
  }
  return Buffer.concat(pieces);
}
