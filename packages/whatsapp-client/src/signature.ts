import { createHmac, timingSafeEqual } from 'node:crypto';

const HEADER = /^sha256=([0-9a-f]{64})$/i;

/** Whether a header has the form of a signature: otherwise nothing else needs to be read. */
export function isSignature(header: string | undefined): boolean {
  return header !== undefined && HEADER.test(header);
}

/**
 * Checks `X-Hub-Signature-256` against the raw body, before the body is parsed.
 * @param rawBody  the bytes as received: Meta signs its escaped text, so parsed and rewritten JSON does not verify
 * @param header   the header's value, `sha256=` and 64 hex digits
 * @param secrets  app secrets in use; during a rotation two are. Empty ones never match
 * @returns        index of the secret that signed, or -1
 */
export function verifySignature(rawBody: Buffer, header: string | undefined, secrets: readonly string[]): number {
  const hex = header === undefined ? undefined : HEADER.exec(header)?.[1];
  if (hex === undefined) return -1;
  const given = Buffer.from(hex, 'hex');
  return secrets.findIndex((secret) => {
    if (secret === '') return false;
    const wanted = createHmac('sha256', secret).update(rawBody).digest();
    return wanted.length === given.length && timingSafeEqual(wanted, given);
  });
}

export type HandshakeQuery = {
  mode: string | undefined;
  challenge: string | undefined;
  verifyToken: string | undefined;
};

/**
 * Decides the answer to the GET with which Meta proves a callback address.
 * @param query         `hub.mode`, `hub.challenge` and `hub.verify_token`
 * @param verifyTokens  the tokens that are good for this address; empty ones never match
 * @returns             the text to answer with status 200, or null: answer 403
 */
export function answerHandshake(query: HandshakeQuery, verifyTokens: readonly string[]): string | null {
  const { mode, challenge, verifyToken } = query;
  if (mode !== 'subscribe' || challenge === undefined || verifyToken === undefined) return null;
  return verifyTokens.some((token) => token !== '' && sameText(token, verifyToken)) ? challenge : null;
}

/** Compares digests, so that the time taken reveals neither the length nor the position of the first difference. */
function sameText(left: string, right: string): boolean {
  const digest = (text: string): Buffer => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
