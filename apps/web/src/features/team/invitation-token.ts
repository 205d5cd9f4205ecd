/**
 * The code of an invitation in what somebody pasted: the whole link, a part of it, or the code alone.
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
    // No percent code: it cannot be one of our tokens, which have none.
    return '';
  }
}
