import { useEffect } from 'react';
import { useKeyChoices } from '../../platform/key-choices.ts';
import { useActiveCommands } from '../../ui/commands/commands.ts';
import { liveKeysOf } from '../../ui/commands/key-choices.ts';
import { type Keys, keyCaps } from '../../ui/commands/keys.ts';
import { useLiveKeys } from '../../ui/commands/live-keys.ts';

/** Publishes the current keys of commands for buttons that show them. */
export function usePublishedKeys(): void {
  const commands = useActiveCommands();
  const choices = useKeyChoices();
  useEffect(() => {
    const print = (keys: Keys | null) => (keys === null ? '' : keyCaps(keys).flat().join(' '));
    const chosen = Object.entries(choices.keys).map(([id, keys]) => [id, print(keys)]);
    const live = commands.map((command) => [command.id, print(liveKeysOf(command, choices))]);
    useLiveKeys.set(Object.fromEntries([...chosen, ...live]));
  }, [commands, choices]);
}
