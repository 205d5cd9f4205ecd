import { session } from './browser-session.ts';
import { setDisplayTimeZone } from './date-format.ts';
import type { RegionFormats } from './formats.ts';
import { applyFormats } from './i18n.ts';
import { accountValues, deviceStorage } from './storage.ts';

export const timeZoneName = 'timeZone';
export const formatsName = 'formats';

/** Shows times in the zone and formats stored on this device for the user, until the server answers. */
export function startTimeZone(): void {
  const values = displayValues();
  setDisplayTimeZone(values?.read(timeZoneName) as string | null | undefined);
  applyFormats(values?.read(formatsName) as RegionFormats | null | undefined);
}

/** What is stored on this device for the user of this session. */
export function displayValues() {
  const state = session.state();
  return state.status === 'signed-out' ? null : accountValues(deviceStorage, state.account);
}
