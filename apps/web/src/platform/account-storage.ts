import { session } from './browser-session.ts';
import { accountValues, deviceStorage, type KeyValue } from './storage.ts';

/** Values of this tab's account, stored on this device until sign-out; values of the device while signed out. */
export function accountStorage(): KeyValue {
  const state = session.state();
  if (state.status === 'signed-out') return deviceStorage;
  const values = accountValues(deviceStorage, state.account);
  return {
    get(key) {
      const value = values.read(key);
      return typeof value === 'string' ? value : null;
    },
    set: (key, value) => values.write(key, value),
    remove: (key) => values.remove(key),
    keys: () => [],
  };
}
