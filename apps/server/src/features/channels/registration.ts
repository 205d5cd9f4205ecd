import type { RegistrationState, StorageRegion } from '@parley/contract/types';
import { invalid } from '../../platform/errors.ts';
import { outcomeMessage, requireOutcome } from './outcome-errors.ts';
import type { Reached } from './reach.ts';

/** WhatsApp's status values of a number that is registered. */
const registered = new Set(['CONNECTED', 'FLAGGED', 'RATE_LIMITED', 'RESTRICTED']);

type WhileOff = (work: () => Promise<void>) => Promise<void>;

export async function registrationOf({ client, number }: Reached): Promise<RegistrationState> {
  const [found, settings] = await Promise.all([client.getPhoneNumber(number), client.getNumberSettings(number)]);
  const info = requireOutcome(found, 'phone_number_id');
  // Where the messages are is a fact beside it: the rest is known without it.
  const { storageStatus: status, storageRegion: region } =
    settings.kind === 'ok' ? settings.value : { storageStatus: null, storageRegion: null };
  return {
    status: info.status,
    code_verification: info.codeVerificationStatus,
    pin_enabled: info.isPinEnabled,
    on_business_app: info.isOnBusinessApp,
    storage: status === null ? null : { status, region },
  };
}

/**
 * Registers a number. WhatsApp stores messages in another place only when a number is registered while it is chosen, so
 * one that is registered is taken off first. Its PIN is set before that: a wrong one could not bring it back.
 * @param whileOff runs what takes the number off and brings it back
 * @throws AppError of `requireOutcome`; when the number is off WhatsApp afterwards, its words say so
 */
export async function registerNumber(
  { client, number }: Reached,
  { pin, storage_region: region }: { pin: string; storage_region?: StorageRegion | null | undefined },
  whileOff: WhileOff,
): Promise<void> {
  if (region !== undefined) {
    const settings = requireOutcome(await client.getNumberSettings(number), 'storage_region');
    if (settings.storageRegion !== region) return moveStorage({ client, number }, pin, region, whileOff);
  }
  requireOutcome(await client.registerNumber({ ...number, pin }), 'pin');
}

async function moveStorage(
  { client, number }: Pick<Reached, 'client' | 'number'>,
  pin: string,
  region: StorageRegion | null,
  whileOff: WhileOff,
): Promise<void> {
  const { status, isOnBusinessApp } = requireOutcome(await client.getPhoneNumber(number), 'storage_region');
  if (isOnBusinessApp === true) {
    throw invalid(
      'storage_region',
      'A number that is also used in the WhatsApp Business app has no choice of storage.',
    );
  }
  if (!registered.has(status ?? '')) {
    requireOutcome(await client.setStorageRegion({ ...number, region }), 'storage_region');
    requireOutcome(await client.registerNumber({ ...number, pin }), 'pin');
    return;
  }
  requireOutcome(await client.setTwoStepPin({ ...number, pin }), 'pin');
  await whileOff(async () => {
    requireOutcome(await client.deregisterNumber(number), 'storage_region');
    const stored = await client.setStorageRegion({ ...number, region });
    // A number that worked must not stay off because its storage could not be changed.
    const done = await client.registerNumber({ ...number, pin });
    if (done.kind !== 'ok') {
      throw invalid('pin', `${outcomeMessage(done)} The number isn’t registered now: register it again.`);
    }
    requireOutcome(stored, 'storage_region');
  });
}
