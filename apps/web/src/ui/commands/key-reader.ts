import type { KeyChoices } from '../../platform/key-choices.ts';
import type { ActiveCommand } from './commands.ts';
import { liveKeysOf } from './key-choices.ts';
import { hasModifier } from './keys.ts';

/** The second press of two follows within this time, in milliseconds. */
export const sequenceMs = 1500;

/** `atMs`: when the key went down, on the clock of events; a page that was busy meanwhile does not make it later. */
type Where = { inText: boolean; atMs: number };

/**
 * Turns presses into commands. `read` answers the command to run, `waiting` when a second press may follow, or null when
 * the press means nothing here.
 */
export function createKeyReader() {
  let begun: { press: string; atMs: number } | null = null;
  return {
    read(
      press: string,
      where: Where,
      commands: readonly ActiveCommand[],
      choices: KeyChoices,
    ): ActiveCommand | 'waiting' | null {
      const before = begun !== null && where.atMs - begun.atMs <= sequenceMs ? begun.press : null;
      begun = null;
      // In a text field a key types; only keys that cannot type may trigger commands.
      if (where.inText && !hasModifier(press)) return null;
      const find = (keys: string) =>
        commands.find((command) => liveKeysOf(command, choices) === keys && !(where.inText && command.notInText));
      const pair = before === null ? undefined : find(`${before} ${press}`);
      if (pair !== undefined) return pair;
      const single = find(press);
      if (single !== undefined) return single;
      if (!commands.some((command) => liveKeysOf(command, choices)?.startsWith(`${press} `))) return null;
      begun = { press, atMs: where.atMs };
      return 'waiting';
    },
  };
}
