import { create } from 'zustand';

/**
 * The keys that do something now, by command id, as they are printed: `Ctrl K`, `E`.
 * Empty for a command without keys, nothing before the keyboard is listened to. Small, because buttons of the first screens print them long before the code that knows commands is there.
 */
export const useLiveKeys = create<Readonly<Record<string, string>>>(() => ({}));
