import { deviceStorage, readJson } from '../../platform/storage.ts';
import { createStore } from '../../platform/store.ts';
import type { ActiveCommand, Command } from './commands.ts';
import { hasModifier, type Keys } from './keys.ts';

/** The user's shortcuts. `keys` by command id; null removes a command's keys. */
export type KeyChoices = {
  /** Whether keys without Ctrl, Cmd or Alt do anything: speech input types them by accident (WCAG 2.1.4). */
  singleKeys: boolean;
  keys: Record<string, Keys | null>;
};

const storageKey = 'parley:shortcuts';
const defaultChoices: KeyChoices = { singleKeys: true, keys: {} };

export const useKeyChoices = createStore(readChoices());

export function chooseSingleKeys(singleKeys: boolean): void {
  save({ ...useKeyChoices.get(), singleKeys });
}

/** Changes the keys of a command, or removes them; undefined restores the default. */
export function chooseKeys(id: string, keys: Keys | null | undefined): void {
  const { singleKeys, keys: chosen } = useKeyChoices.get();
  const { [id]: _before, ...rest } = chosen;
  save({ singleKeys, keys: keys === undefined ? rest : { ...rest, [id]: keys } });
}

export function resetKeys(): void {
  save(defaultChoices);
}

/** The keys a command has now, whether or not single keys are switched off. */
export function keysOf({ id, keys }: Command, choices: KeyChoices): Keys | null {
  const chosen = choices.keys[id];
  return chosen === undefined ? keys : chosen;
}

/** The keys that do something now. */
export function liveKeysOf(command: Command, choices: KeyChoices): Keys | null {
  const keys = keysOf(command, choices);
  return keys !== null && (choices.singleKeys || hasModifier(keys)) ? keys : null;
}

/** Another command that these keys would do, or that a press of them would get in the way of. */
export function conflictingCommand(
  id: string,
  keys: Keys,
  commands: readonly ActiveCommand[],
  choices: KeyChoices,
): ActiveCommand | null {
  const clashes = (other: Keys) => other === keys || other.startsWith(`${keys} `) || keys.startsWith(`${other} `);
  return (
    commands.find((command) => {
      const other = keysOf(command, choices);
      return command.id !== id && other !== null && clashes(other);
    }) ?? null
  );
}

function save(choices: KeyChoices): void {
  deviceStorage.set(storageKey, JSON.stringify(choices));
  useKeyChoices.set(choices);
}

function readChoices(): KeyChoices {
  const stored = readJson(deviceStorage.get(storageKey)) as Partial<KeyChoices> | null;
  if (typeof stored !== 'object' || stored === null) return defaultChoices;
  const keys = typeof stored.keys === 'object' && stored.keys !== null ? stored.keys : {};
  const valid = Object.entries(keys).filter(([, value]) => value === null || typeof value === 'string');
  return { singleKeys: stored.singleKeys !== false, keys: Object.fromEntries(valid) };
}
