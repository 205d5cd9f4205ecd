import { createHash, randomBytes } from 'node:crypto';

/** An 18-digit id, so always above 2^53: parsing it as a number loses digits. Random without a seed. */
export function decimalId(seed?: string): string {
  const bytes = seed === undefined ? randomBytes(8) : createHash('sha256').update(seed).digest().subarray(0, 8);
  return String(100_000_000_000_000_000n + (bytes.readBigUInt64BE() % 900_000_000_000_000_000n));
}

/**
 * A message id of the form seen in public samples: tagged fields with the customer's number, the direction (0x11 from
 * the business, 0x12 from the customer) and a random hex string. Callers must treat it as opaque.
 */
export function messageId(user: string, inbound: boolean): string {
  const who = Buffer.from(user.slice(0, 64), 'ascii');
  const nonce = Buffer.from(randomBytes(10).toString('hex').toUpperCase(), 'ascii');
  const head = Buffer.from([0x1c, 0x18, who.length]);
  const direction = Buffer.from([0x15, 0x02, 0x00, inbound ? 0x12 : 0x11, 0x18, nonce.length]);
  return `wamid.${Buffer.concat([head, who, direction, nonce, Buffer.from([0])]).toString('base64')}`;
}

/** First digits of E.164 numbers and the country a business-scoped user id of that number begins with. */
const countries: readonly (readonly [string, string])[] = [
  ...['1 US', '20 EG', '27 ZA', '30 GR', '31 NL', '32 BE', '33 FR', '34 ES', '351 PT', '353 IE', '358 FI', '36 HU'],
  ...['39 IT', '40 RO', '41 CH', '43 AT', '44 GB', '45 DK', '46 SE', '47 NO', '48 PL', '49 DE', '51 PE', '52 MX'],
  ...['54 AR', '55 BR', '56 CL', '57 CO', '60 MY', '61 AU', '62 ID', '63 PH', '64 NZ', '65 SG', '66 TH', '81 JP'],
  ...['82 KR', '84 VN', '86 CN', '90 TR', '91 IN', '92 PK', '94 LK', '212 MA', '225 CI', '233 GH', '234 NG'],
  ...['254 KE', '255 TZ', '380 UA', '420 CZ', '880 BD', '961 LB', '962 JO', '966 SA', '971 AE', '972 IL'],
].map((line) => line.split(' ') as [string, string]);

/**
 * A business-scoped user id for a phone: country, dot, digits; stable for (number, account).
 * @param owners the number of earlier owners of the number
 */
export function userIdFor(phone: string, wabaId: string, owners = 0): string {
  const country = countries.find(([prefix]) => phone.startsWith(prefix))?.[1] ?? 'ZZ';
  const seed = `user ${wabaId} ${phone}`;
  return `${country}.${decimalId(owners === 0 ? seed : `${seed} ${owners}`)}`;
}
