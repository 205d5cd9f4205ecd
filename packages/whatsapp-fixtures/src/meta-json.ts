/**
 * Writes JSON text the way Meta puts it on the wire: no blanks, non-ASCII as lower-case `\uXXXX`, `/` as `\/`.
 * Works on the text and not on a parsed value, so that integers above 2^53 and lone surrogates pass through unchanged.
 * @param text  JSON text; it is not validated
 * @returns     ASCII text with the same meaning
 */
export function escapeAsMeta(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|\s+/gs, (token) => (token.startsWith('"') ? escapeString(token) : ''));
}

function escapeString(token: string): string {
  return token
    .replace(/\\.|\//gs, (part) => (part === '/' ? '\\/' : part))
    .replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
