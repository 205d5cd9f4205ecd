import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

/** The type of what is known by no other. */
export const unknownType = 'application/octet-stream';
/** Synonyms of types, by the name that WhatsApp uses. */
const sameAs: Readonly<Record<string, string>> = {
  'audio/ogg; codecs=opus': 'audio/ogg',
  // WhatsApp treats Ogg without Opus as another format.
  'audio/ogg': 'audio/vorbis',
  'audio/x-m4a': 'audio/mp4',
  'video/x-m4v': 'video/mp4',
  'video/3gpp2': 'video/3gpp',
};
/** Office files from before 2007 share one container format: only the extension tells them apart. */
const oldOffice: Readonly<Record<string, string>> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
};
const markup = /^(?:\uFEFF|\s)*<(?:!doctype|!--|\?xml|html|head|body|script|svg|iframe|img|a\s|meta|style|xml)/i;

/**
 * The type of a file by its bytes. The declared name only decides the type of an old office file.
 * @param filename for old office files
 * @returns a MIME type without parameters; `application/octet-stream` when it is unknown
 */
export async function detectType(path: string, filename: string | null): Promise<string> {
  const { fileTypeFromFile } = await import('file-type');
  // A broken archive or video can make the library throw: then its type is unknown.
  const found = await fileTypeFromFile(path).catch(() => undefined);
  if (found === undefined) return detectText(path);
  const type = nameOfType(found.mime);
  if (type === 'application/x-cfb') {
    const extension = /\.(\w+)$/.exec(filename ?? '')?.[1]?.toLowerCase() ?? '';
    return oldOffice[extension] ?? type;
  }
  if (type === 'application/xml') return 'text/html';
  return type;
}

/** A type by the name that WhatsApp uses, without parameters. */
export function nameOfType(mime: string): string {
  return sameAs[mime] ?? mime.split(';')[0]?.trim() ?? unknownType;
}

/** Whether bytes begin like HTML or SVG. */
export function isMarkup(head: Buffer): boolean {
  return markup.test(head.subarray(0, 1_024).toString('utf8'));
}

/** Plain text is UTF-8 without NUL; text that looks like HTML or SVG is reported as HTML. */
async function detectText(path: string): Promise<string> {
  if (isMarkup(await readHead(path, 1_024))) return 'text/html';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
      if (piece.includes(0)) return unknownType;
      decoder.decode(piece, { stream: true });
    }
    decoder.decode();
    return 'text/plain';
  } catch (error) {
    if (error instanceof TypeError) return unknownType;
    throw error;
  }
}

/** The first bytes of a file; fewer when it is shorter. */
export async function readHead(path: string, mostBytes: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(mostBytes), 0, mostBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
