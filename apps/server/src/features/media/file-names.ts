import { sendableMedia } from '@parley/contract/media';

const mostBytes = 200;
/** Control characters, marks that change the text direction ("gpj.exe" shown as "exe.jpg"), and path separators. */
const forbidden = /[\p{Cc}\p{Cf}\u2028\u2029/\\:*?"<>|]/gu;
const reservedOnWindows = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * A safe file name: no folders, no invisible characters, no leading dots, at most 200 bytes with its extension kept.
 * @returns null when nothing remains
 */
export function cleanFilename(name: string): string | null {
  const clean = name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(forbidden, '_')
    .replace(/^[.\s_]+(?=[^.\s_])|[.\s]+$/gu, '')
    .replace(reservedOnWindows, '_$&')
    .trim();
  if (!/[\p{L}\p{N}]/u.test(clean)) return null;
  const dot = clean.lastIndexOf('.');
  const extension = dot > 0 && clean.length - dot <= 12 ? clean.slice(dot) : '';
  let stem = extension === '' ? clean : clean.slice(0, dot);
  while (Buffer.byteLength(stem + extension) > mostBytes) stem = [...stem].slice(0, -1).join('');
  return stem + extension;
}

/** Extensions that imply a type of file. */
const promising = new Set(Object.values(sendableMedia).flatMap(({ extensions }) => extensions));

/**
 * A file name with an extension that matches the bytes, so that a saved file opens in the right program.
 * @param mimeType the type of the bytes
 */
export function filenameForType(name: string | null, mimeType: string): string | null {
  if (name === null) return null;
  const end = /\.([^.]{1,11})$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const own = sendableMedia[mimeType]?.extensions;
  if (own === undefined) return promising.has(end) ? cleanFilename(`${name}.bin`) : name;
  // Text has many extensions; only one of another type is wrong.
  if (own.includes(end) || (mimeType === 'text/plain' && isTextEnd(end))) return name;
  return cleanFilename(`${name}.${own[0]}`);
}

function isTextEnd(end: string): boolean {
  return !promising.has(end) && !/^(?:exe|bat|cmd|com|js|mjs|vbs|ps1|sh|hta|svg|x?html?|lnk|jar|msi|scr)$/.test(end);
}

/** Decodes an X-Filename header: percent-encoded UTF-8, or unchanged when it is not encoded. */
export function nameFromHeader(header: string | string[] | undefined): string | null {
  const value = Array.isArray(header) ? header[0] : header;
  if (value === undefined || value === '') return null;
  let name = value;
  try {
    name = decodeURIComponent(value);
  } catch {
    // A name with a plain percent sign; HTTP headers arrive as Latin-1.
    name = Buffer.from(value, 'latin1').toString('utf8');
  }
  return cleanFilename(name);
}

/** A Content-Disposition header (RFC 6266), with the full name and an ASCII fallback. */
export function contentDisposition(how: 'inline' | 'attachment', name: string | null): string {
  if (name === null) return how;
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
