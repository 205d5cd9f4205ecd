import { createStore } from './store.ts';

type Update = {
  /** Loads the new version; null while there is none. */
  load: (() => void) | null;
};

/** Whether a newer version of the app is installed on this device. Set by the service worker's registration. */
export const useUpdate = createStore<Update>({ load: null });
