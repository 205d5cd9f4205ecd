import { Secret, TOTP } from 'otpauth';

/** What every authenticator app takes (RFC 6238). */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps before and after the present one: clocks differ, and typing takes time. */
const window = 1;

/** A new shared secret of 160 bits, base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that authenticator apps read from a QR code. */
export function totpUri(secret: string, email: string): string {
  return new TOTP({ ...parameters, issuer: 'Parley', label: email, secret: Secret.fromBase32(secret) }).toString();
}

/** @returns the time step whose code this is, null for a wrong one */
export function totpCounter(secret: string, code: string, nowMs: number): number | null {
  const totp = new TOTP({ ...parameters, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: nowMs, window });
  return delta === null ? null : Math.floor(nowMs / 1_000 / parameters.period) + delta;
}
