import { useReadable } from './store.ts';

const online = {
  get: () => navigator.onLine,
  subscribe(listener: () => void) {
    window.addEventListener('online', listener);
    window.addEventListener('offline', listener);
    return () => {
      window.removeEventListener('online', listener);
      window.removeEventListener('offline', listener);
    };
  },
};

/** Whether the device has a network connection; the server may still be unreachable. */
export function useOnline(): boolean {
  return useReadable(online);
}
