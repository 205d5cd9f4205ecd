/**
 * The invitation code in a pasted text: a link, a part of it, or the code alone.
 * @returns null when there is none in it
 */
export function readInvitationToken(text: string): string | null {
  const trimmed = text.trim();
  const inLink = /[?&]token=([^&#\s]+)/.exec(trimmed)?.[1];
  const token = inLink === undefined ? trimmed : decodeSafely(inLink);
  return /^[A-Za-z0-9_-]{16,200}$/.test(token) ? token : null;
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Invalid percent encoding: not one of our tokens.
    return '';
  }
}
