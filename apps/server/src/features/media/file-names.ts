const mostBytes = 200;
/** Control characters, marks that turn the direction of what follows ("gpj.exe" shown as "exe.jpg"), and separators of paths. */
const forbidden = /[\p{Cc}\p{Cf}\u2028\u2029/\\:*?"<>|]/gu;
const reservedOnWindows = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * A name that no file system, header or reader can be misled by: no folders, no invisible characters, no leading dots,
 * at most 200 bytes with its extension kept.
 * @returns null when nothing of it is left
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

/** The name of an X-Filename header: percent-encoded UTF-8, or as it is where it was not encoded. */
export function nameFromHeader(header: string | string[] | undefined): string | null {
  const value = Array.isArray(header) ? header[0] : header;
  if (value === undefined || value === '') return null;
  let name = value;
  try {
    name = decodeURIComponent(value);
  } catch {
    // A name with a bare percent sign; HTTP headers arrive as Latin-1.
    name = Buffer.from(value, 'latin1').toString('utf8');
  }
  return cleanFilename(name);
}

/** A Content-Disposition header, RFC 6266: the name in full for readers of today, in ASCII for the others. */
export function contentDisposition(how: 'inline' | 'attachment', name: string | null): string {
  if (name === null) return how;
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
