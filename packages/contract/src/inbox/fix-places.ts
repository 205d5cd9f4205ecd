/** Where the next step of a message that was not sent is taken, when it is not at the message itself. */
export type FixPlace = 'broadcasts' | 'channels' | 'contact' | 'number' | 'templates';

/*
 * WhatsApp's error codes by where their next step is taken; for the others, sending again, editing or a template is what
 * can be done, at the message. Both ends are included.
 * https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes
 */
const places: readonly [from: number, to: number, place: FixPlace][] = [
  [0, 0, 'channels'],
  [3, 3, 'channels'],
  [10, 10, 'channels'],
  [33, 33, 'channels'],
  [104, 299, 'channels'],
  [368, 368, 'channels'],
  [131_005, 131_005, 'channels'],
  [131_026, 131_026, 'number'],
  [131_030, 131_031, 'channels'],
  [131_037, 131_037, 'channels'],
  [131_042, 131_045, 'channels'],
  [131_063, 131_064, 'channels'],
  [132_000, 132_069, 'templates'],
  [133_000, 133_016, 'channels'],
  [134_011, 134_011, 'channels'],
  [138_000, 138_000, 'channels'],
  [139_000, 139_004, 'channels'],
  [2_388_012, 2_388_012, 'channels'],
  [2_388_019, 2_388_077, 'templates'],
  [2_388_091, 2_388_103, 'channels'],
  [2_388_293, 2_388_299, 'templates'],
  [2_494_100, 2_494_179, 'channels'],
  [2_593_107, 2_593_109, 'channels'],
];

/** @param code of WhatsApp; null: its next step is taken at the message */
export function fixPlaceOf(code: number | undefined): FixPlace | null {
  return code === undefined ? null : (places.find(([from, to]) => code >= from && code <= to)?.[2] ?? null);
}
