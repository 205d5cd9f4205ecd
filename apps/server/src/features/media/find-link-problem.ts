import type { IncomingMessage } from 'node:http';
import { sendableMedia } from '@parley/contract/media';
import { addressErrorMessages } from '../../platform/outbound/address-errors.ts';
import { followExternal } from '../../platform/outbound/follow.ts';
import { readBeginning } from '../../platform/outbound/read-beginning.ts';
import { isMarkup, nameOfType } from './detect-type.ts';
import { kindNames, tooLargeMessage, unknownTypeMessage, wrongKindMessage } from './media-errors.ts';

/** A file that a message names by its address. */
export type LinkedFile = { kind: 'image' | 'video' | 'document'; url: string };

export type LookOptions = {
  /** Private `host:port` that the operator allows. */
  allowed: readonly string[];
  signal: AbortSignal;
};

const silenceMs = 5_000;
/** Enough to recognize a type, as the library reads it. */
const headBytes = 4_100;
const instead = 'Use the address of the file itself, or upload the file.';

/**
 * Looks at the beginning of what WhatsApp will fetch. https://developers.facebook.com/docs/whatsapp/cloud-api/reference/media
 * @returns why WhatsApp would not take it; null when it would, and when this server got no answer: WhatsApp may get one
 */
export async function findLinkProblem({ kind, url }: LinkedFile, options: LookOptions): Promise<string | null> {
  const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Parley (file check)' };
  const answer = await followExternal({ url, headers, timeoutMs: silenceMs, ...options });
  if (answer.kind === 'lost') return null;
  if (answer.kind === 'refused') return answer.problem === 'unknown_host' ? null : addressErrorMessages[answer.problem];
  if (answer.kind === 'redirects') return `This address leads from one to the next and to no file. ${instead}`;
  const { response } = answer;
  try {
    return statusProblem(response.statusCode ?? 0) ?? (await contentProblem(kind, response));
  } finally {
    response.destroy();
  }
}

function statusProblem(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status === 401 || status === 403) {
    return `This address asks for a sign-in (status ${status}), which WhatsApp has not. Use one that everybody may open, or upload the file.`;
  }
  if (status === 404 || status === 410) return `Nothing is at this address (status ${status}). ${instead}`;
  return `This address answers with an error (status ${status}). Try it in a browser, or upload the file.`;
}

async function contentProblem(kind: LinkedFile['kind'], response: IncomingMessage): Promise<string | null> {
  if (Number(response.headers['content-length']) > mostBytes(kind)) return tooLargeMessage(kind, mostBytes(kind));
  const declared = (response.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const type = await typeOf(kind, declared, await readBeginning(response, headBytes));
  if (type === null) return null;
  if (type === 'text/html') return `A web page is at this address, not ${kindNames[kind]}. ${instead}`;
  const rule = sendableMedia[type];
  if (rule === undefined) return `At this address is ${type}. ${unknownTypeMessage(type)}`;
  return rule.kind === kind ? null : wrongKindMessage(kind, type);
}

function mostBytes(kind: LinkedFile['kind']): number {
  return Math.max(...Object.values(sendableMedia).map((rule) => (rule.kind === kind ? rule.maxBytes : 0)));
}

/** The bytes decide; of documents, whose beginnings look alike, what the server says. @returns null when nobody knows */
async function typeOf(kind: LinkedFile['kind'], declared: string, head: Buffer): Promise<string | null> {
  if (declared === 'text/html' || declared === 'application/xhtml+xml' || isMarkup(head)) return 'text/html';
  const generic = declared === '' || declared.endsWith('/octet-stream');
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  const read = found === undefined ? null : nameOfType(found.mime);
  const isContainer = read === 'application/zip' || read === 'application/x-cfb';
  if (kind === 'document' && (read === null || isContainer)) return generic ? null : declared;
  return read ?? (generic ? null : declared);
}
