import type { KeyChoices } from '../../platform/key-choices.ts';
import type { ActiveCommand, Command } from './commands.ts';
import { hasModifier, type Keys } from './keys.ts';

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
