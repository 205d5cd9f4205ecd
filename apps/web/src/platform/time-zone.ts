import { session } from './browser-session.ts';
import { showTimesIn } from './date-format.ts';
import { accountValues, deviceStorage } from './storage.ts';

const name = 'timeZone';

/** Shows times in the zone that is kept on this device for the person, until the server tells. */
export function startTimeZone(): void {
  const kept = values()?.read(name);
  showTimesIn(typeof kept === 'string' ? kept : undefined);
}

/** Shows times in the person's own zone and keeps it for the next start; null: the zone of the device. */
export function keepTimeZone(zone: string | null): void {
  values()?.write(name, zone);
  showTimesIn(zone ?? undefined);
}

function values() {
  const state = session.state();
  return state.status === 'signed-out' ? null : accountValues(deviceStorage, state.account);
}
