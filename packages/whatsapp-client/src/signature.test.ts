import { createHmac } from 'node:crypto';
import { fixture, signedBody } from '@parley/whatsapp-fixtures';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { answerHandshake, verifySignature } from './signature.ts';

const { raw } = fixture('text-emoji');
const { signature } = signedBody(raw, 'right');

describe('verifySignature', () => {
  it('returns the secret that signed', () => {
    expect(verifySignature(raw, signature, ['right'])).toBe(0);
    expect(verifySignature(raw, signature, ['old', 'right'])).toBe(1);
    expect(verifySignature(raw, signature.toUpperCase().replace('SHA256', 'sha256'), ['right'])).toBe(0);
  });

  it('covers the escaped bytes: the same JSON serialized again does not verify', () => {
    const rewritten = Buffer.from(JSON.stringify(JSON.parse(raw.toString())));
    expect(verifySignature(rewritten, signature, ['right'])).toBe(-1);
  });

  it.each([
    ['no header', undefined],
    ['empty', ''],
    ['no scheme', signature.slice(7)],
    ['older scheme', `sha1=${signature.slice(7)}`],
    ['too short', signature.slice(0, -2)],
    ['too long', `${signature}00`],
    ['not hex', `sha256=${'g'.repeat(64)}`],
    ['trailing line', `${signature}\n`],
    ['another body', signedBody(Buffer.from('x'), 'right').signature],
  ])('rejects a header with %s', (_what, header) => {
    expect(verifySignature(raw, header, ['right'])).toBe(-1);
  });

  it('never matches an empty secret, nor none', () => {
    const forged = `sha256=${createHmac('sha256', '').update(raw).digest('hex')}`;
    expect(verifySignature(raw, forged, ['', ''])).toBe(-1);
    expect(verifySignature(raw, signature, [])).toBe(-1);
  });

  it('verifies any bytes and secrets, but no changed bit', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.string({ minLength: 1 }), fc.nat(), (bytes, secret, bit) => {
        const body = Buffer.from(bytes);
        const header = signedBody(body, secret).signature;
        expect(verifySignature(body, header, [`${secret}x`, secret])).toBe(1);
        const changed = Buffer.from(bytes);
        const at = bit % changed.length;
        changed[at] = (changed[at] ?? 0) ^ (1 << (bit % 8));
        expect(verifySignature(changed, header, [secret])).toBe(-1);
      }),
    );
  });

  it('never throws on any header', () => {
    const anyHeader = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(anyHeader, (header) => {
        expect(verifySignature(raw, header, ['a'])).toBe(-1);
      }),
    );
  });
});

describe('answerHandshake', () => {
  const query = { mode: 'subscribe', challenge: '1158201444', verifyToken: 'token' };

  it('answers the challenge to the right token', () => {
    expect(answerHandshake(query, ['other', 'token'])).toBe('1158201444');
  });

  it.each([
    ['wrong token', { ...query, verifyToken: 'tokem' }],
    ['no token', { ...query, verifyToken: undefined }],
    ['empty token', { ...query, verifyToken: '' }],
    ['other mode', { ...query, mode: 'unsubscribe' }],
    ['no mode', { ...query, mode: undefined }],
    ['no challenge', { ...query, challenge: undefined }],
  ])('refuses: %s', (_what, bad) => {
    expect(answerHandshake(bad, ['token', ''])).toBeNull();
  });
});
