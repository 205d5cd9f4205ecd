import { createHmac } from 'node:crypto';
import { type FixtureName, fixture, fixtureIds, fixtureNames } from '@parley/whatsapp-fixtures';
import type { Random } from '../chaos/random.ts';
import { mutateBytes, mutateTree } from './mutate.ts';

/** A number in deliveries, and the URL and secret of its app. */
export type Target = {
  phoneNumberId: string;
  wabaId: string;
  displayPhoneNumber: string;
  channelId: string;
  appSecret: string;
};

/** A delivery, and the allowed responses. */
export type Delivery = {
  address: Target;
  body: Buffer;
  signature: string | null;
  /** Whether the signature is that of its URL. */
  signed: boolean;
};

/** Deliveries after which a customer uses another number: their messages may belong to either. */
const moving = new Set<FixtureName>([
  'system-number-changed',
  'system-number-changed-old',
  'system-user-id-changed',
  'contacts-requested',
]);

/** Customers of the run; those with at least this in their two last digits may change their number. */
export const movingFrom = 80;

/**
 * One delivery of a fixture, mutated or not.
 * @param own the number whose URL gets nearly all
 * @param rest numbers they may name instead: of the same app, of another account, unknown
 */
export function makeDelivery(random: Random, index: number, own: Target, rest: readonly Target[]): Delivery {
  const named = random.next() < 0.7 ? own : random.pick(rest);
  const address = random.next() < 0.95 ? own : random.pick(rest.filter(({ channelId }) => channelId !== ''));
  const name = random.pick(fixtureNames);
  const text = addressed(random, fixture(name).raw.toString('latin1'), index, named, moving.has(name));
  const body = changed(random, text);
  const chance = random.next();
  const secret = chance < 0.92 ? address.appSecret : `${address.appSecret}x`;
  const signature = chance > 0.97 ? null : `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  return { address, body, signature, signed: chance < 0.92 };
}

/** Replaces the fixture's number, customer and message ids by the run's own. */
function addressed(random: Random, text: string, index: number, named: Target, moves: boolean): string {
  const customer = Math.floor(moves ? random.between(movingFrom, 100) : random.between(10, movingFrom));
  const two = String(customer).padStart(2, '0');
  return text
    .replaceAll(fixtureIds.phoneNumberId, named.phoneNumberId)
    .replaceAll(fixtureIds.wabaId, named.wabaId)
    .replaceAll(fixtureIds.displayPhoneNumber, named.displayPhoneNumber)
    .replaceAll(fixtureIds.customerPhone, `3519100000${two}`)
    .replaceAll('351910000002', `3519109000${two}`)
    .replaceAll(fixtureIds.customerUserId, `PT.134900000000000000${two}`)
    .replaceAll('PT.77120000000000001', `PT.7712000000000${two}`)
    .replaceAll(/"wamid\.([A-Za-z0-9+/=]+)"/g, (_all, id: string) => `"wamid.${id}.${index % 5_000}"`);
}

function changed(random: Random, text: string): Buffer {
  const chance = random.next();
  if (chance < 0.15) return Buffer.from(text, 'latin1');
  if (chance < 0.75) {
    try {
      return Buffer.from(mutateTree(random, JSON.parse(text)), 'utf8');
    } catch {
      // A fixture that is not JSON, or a tree that cannot be serialized: its bytes are mutated instead.
    }
  }
  return mutateBytes(random, Buffer.from(text, 'latin1'));
}
