import { createHash, randomUUIDv7 } from 'node:crypto';

/** A new row id, UUIDv7. */
export function newId(): string {
  return randomUUIDv7();
}

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return uuidShape.test(text);
}

/**
 * The id derived from a caller's Idempotency-Key: the same account, actor, route and key give the same id, so a
 * repeated call finds its own row. UUID version 8 over SHA-256.
 */
export function idFromKey(...parts: string[]): string {
  const hash = createHash('sha256').update(parts.join('\u001f')).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
