import type { PhoneNumberInfo } from '@parley/whatsapp-client';

const paces: Record<string, number> = { STANDARD: 80, HIGH: 1_000 };
/** WhatsApp's limit for a number that also stays in the phone app, whatever its level. */
export const coexistenceSendRate = 20;

/** Messages a second, when WhatsApp reported the throughput of the number. */
export function sendRateOf({ throughputLevel, isOnBusinessApp }: PhoneNumberInfo): number | null {
  return isOnBusinessApp ? coexistenceSendRate : (paces[throughputLevel ?? ''] ?? null);
}
