import { create } from 'zustand';

type Update = {
  /** Loads the new version; null while there is none. */
  load: (() => void) | null;
};

/** Whether a newer version of the app lies ready on this device. Written by the service worker's registration. */
export const useUpdate = create<Update>(() => ({ load: null }));
