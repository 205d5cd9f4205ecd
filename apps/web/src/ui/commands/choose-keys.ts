import { useKeyChoices } from '../../platform/key-choices.ts';
import { choosePreferences } from '../../platform/preferences.ts';
import type { Keys } from './keys.ts';

export function chooseSingleKeys(singleKeys: boolean): void {
  choosePreferences({ single_keys: singleKeys });
}

/** Changes the keys of a command, or removes them; undefined restores the default. */
export function chooseKeys(id: string, keys: Keys | null | undefined): void {
  const { [id]: _before, ...rest } = useKeyChoices.get().keys;
  choosePreferences({ keys: keys === undefined ? rest : { ...rest, [id]: keys } });
}

export function resetKeys(): void {
  choosePreferences({ single_keys: true, keys: {} });
}
