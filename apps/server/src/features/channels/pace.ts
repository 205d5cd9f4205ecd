import type { PhoneNumberInfo } from '@parley/whatsapp-client';

const paces: Record<string, number> = { STANDARD: 80, HIGH: 1_000 };
/** What WhatsApp takes from a number that also stays in the phone app, whatever its level. */
export const coexistencePace = 20;

/** Messages a second, when WhatsApp said which throughput the number has. */
export function paceOf({ throughputLevel, isOnBusinessApp }: PhoneNumberInfo): number | null {
  return isOnBusinessApp ? coexistencePace : (paces[throughputLevel ?? ''] ?? null);
}
