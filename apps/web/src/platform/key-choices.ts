import { deviceStorage, readJson } from './storage.ts';
import { createStore } from './store.ts';

/** The user's shortcuts. `keys` by command id, as `Keys` of the commands; null removes a command's keys. */
export type KeyChoices = {
  /** Whether keys without Ctrl, Cmd or Alt do anything: speech input types them by accident (WCAG 2.1.4). */
  singleKeys: boolean;
  keys: Record<string, string | null>;
};

const storageKey = 'parley:shortcuts';

export const useKeyChoices = createStore(readChoices());

export function applyKeyChoices(choices: KeyChoices): void {
  deviceStorage.set(storageKey, JSON.stringify(choices));
  useKeyChoices.set(choices);
}

function readChoices(): KeyChoices {
  const stored = readJson(deviceStorage.get(storageKey)) as Partial<KeyChoices> | null;
  if (typeof stored !== 'object' || stored === null) return { singleKeys: true, keys: {} };
  const keys = typeof stored.keys === 'object' && stored.keys !== null ? stored.keys : {};
  const valid = Object.entries(keys).filter(([, value]) => value === null || typeof value === 'string');
  return { singleKeys: stored.singleKeys !== false, keys: Object.fromEntries(valid) };
}
