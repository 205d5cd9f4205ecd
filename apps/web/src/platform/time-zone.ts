import { session } from './browser-session.ts';
import { setDisplayTimeZone } from './date-format.ts';
import { accountValues, deviceStorage } from './storage.ts';

const name = 'timeZone';

/** Shows times in the zone stored on this device for the user, until the server answers. */
export function startTimeZone(): void {
  const kept = values()?.read(name);
  setDisplayTimeZone(typeof kept === 'string' ? kept : undefined);
}

/** Shows times in the user's time zone and stores it for the next start; null: the zone of the device. */
export function saveTimeZone(zone: string | null): void {
  values()?.write(name, zone);
  setDisplayTimeZone(zone ?? undefined);
}

function values() {
  const state = session.state();
  return state.status === 'signed-out' ? null : accountValues(deviceStorage, state.account);
}
