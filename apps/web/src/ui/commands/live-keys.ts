import { createStore } from '../../platform/store.ts';

/**
 * The active keys by command id, as displayed: `Ctrl K`, `E`. Empty for a command without keys, nothing before the
 * keyboard handler is loaded. Small, because buttons of the first screens display them long before the command code
 * is loaded.
 */
export const useLiveKeys = createStore<Readonly<Record<string, string>>>({});
