import { create } from 'zustand';
import { deviceStorage, readJson } from '../../platform/storage.ts';
import type { ActiveCommand, Command } from './commands.ts';
import { hasModifier, type Keys } from './keys.ts';

/** What a person chose about shortcuts. `keys` by command id; null takes a command's keys away. */
export type KeyChoices = {
  /** Whether keys without Ctrl, Cmd or Alt do anything: speech input types them by accident (WCAG 2.1.4). */
  singleKeys: boolean;
  keys: Record<string, Keys | null>;
};

const storageKey = 'parley:shortcuts';
const asDelivered: KeyChoices = { singleKeys: true, keys: {} };

export const useKeyChoices = create<KeyChoices>(() => readChoices());

export function chooseSingleKeys(singleKeys: boolean): void {
  keep({ ...useKeyChoices.getState(), singleKeys });
}

/** Gives a command other keys, or none; undefined gives back its own. */
export function chooseKeys(id: string, keys: Keys | null | undefined): void {
  const { singleKeys, keys: chosen } = useKeyChoices.getState();
  const { [id]: _before, ...others } = chosen;
  keep({ singleKeys, keys: keys === undefined ? others : { ...others, [id]: keys } });
}

export function resetKeys(): void {
  keep(asDelivered);
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
export function rivalOf(
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

function keep(choices: KeyChoices): void {
  deviceStorage.set(storageKey, JSON.stringify(choices));
  useKeyChoices.setState(choices, true);
}

function readChoices(): KeyChoices {
  const kept = readJson(deviceStorage.get(storageKey)) as Partial<KeyChoices> | null;
  if (typeof kept !== 'object' || kept === null) return asDelivered;
  const keys = typeof kept.keys === 'object' && kept.keys !== null ? kept.keys : {};
  const sound = Object.entries(keys).filter(([, value]) => value === null || typeof value === 'string');
  return { singleKeys: kept.singleKeys !== false, keys: Object.fromEntries(sound) };
}
