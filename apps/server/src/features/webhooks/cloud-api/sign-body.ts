import { createHmac } from 'node:crypto';

/**
 * The bytes of a body as Meta writes them: other characters than ASCII escaped, slashes too. Programs that escape before
 * they check a signature, as some do, find the same bytes.
 */
export function escapedBody(body: unknown): Buffer {
  const text = JSON.stringify(body)
    .replaceAll('/', '\\/')
    .replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return Buffer.from(text, 'latin1');
}

/** @param secret as it was given out: what a program keeps as its app secret */
export function hubSignature(secret: string, body: Buffer): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}
