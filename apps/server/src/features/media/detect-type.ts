import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { measureFilm } from './measure-film.ts';

const unknownType = 'application/octet-stream';
/** Names of one and the same thing, and what WhatsApp calls it. */
const sameAs: Readonly<Record<string, string>> = {
  'audio/ogg; codecs=opus': 'audio/ogg',
  // Ogg with anything but Opus is another format to WhatsApp.
  'audio/ogg': 'audio/vorbis',
  'audio/x-m4a': 'audio/mp4',
  'video/x-m4v': 'video/mp4',
  'video/3gpp2': 'video/3gpp',
};
/** Office files from before 2007 share one container, which does not say which of them it holds. */
const oldOffice: Readonly<Record<string, string>> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
};
const markup = /^(?:\uFEFF|\s)*<(?:!doctype|!--|\?xml|html|head|body|script|svg|iframe|img|a\s|meta|style|xml)/i;

/**
 * What a file is by its bytes. What a sender calls it decides nothing but the kind of an old office file.
 * @param filename for old office files
 * @returns a MIME type without parameters; `application/octet-stream` when nobody knows it
 */
export async function detectType(path: string, filename: string | null): Promise<string> {
  // Files that pretend to be archives or films can lead a reader astray: then they are nothing we know.
  const found = await fileTypeFromFile(path).catch(() => undefined);
  if (found === undefined) return detectText(path);
  const type = sameAs[found.mime] ?? found.mime.split(';')[0]?.trim() ?? unknownType;
  if (type === 'application/x-cfb') {
    const extension = /\.(\w+)$/.exec(filename ?? '')?.[1]?.toLowerCase() ?? '';
    return oldOffice[extension] ?? type;
  }
  if (type === 'video/mp4' || type === 'video/3gpp' || type === 'video/quicktime') {
    const film = await measureFilm(path);
    if (film !== null && !film.hasPicture) return 'audio/mp4';
    if (film === null) return unknownType;
  }
  if (type === 'application/xml') return 'text/html';
  return type;
}

/** Plain text is UTF-8 without NUL; what looks like a page or a drawing with programs is called by its name. */
async function detectText(path: string): Promise<string> {
  if (markup.test((await readHead(path, 1_024)).toString('utf8'))) return 'text/html';
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
