import { useKeyChoices } from '../../platform/key-choices.ts';
import { activeCommands } from '../../ui/commands/commands.ts';
import { isTextField } from '../../ui/commands/is-text-field.ts';
import { createKeyReader } from '../../ui/commands/key-reader.ts';
import { pressOf } from '../../ui/commands/keys.ts';

/**
 * Runs commands by their keys. Listens in the capture phase, so that the second of two keys is not handled as a single
 * one. Dialogs and menus handle their own keys. @returns stops it
 */
export function startKeyboard(): () => void {
  const reader = createKeyReader();
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing || event.repeat === undefined) return;
    const target = event.target instanceof Element ? event.target : null;
    if (document.querySelector('dialog:modal') !== null || target?.closest('[role="menu"], [data-own-keys]')) return;
    const press = pressOf(event);
    if (press === null) return;
    const where = { inText: isTextField(target), atMs: event.timeStamp };
    const read = reader.read(press, where, activeCommands(), useKeyChoices.get());
    if (read === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (read !== 'waiting') read.run();
  };
  document.addEventListener('keydown', onKey, true);
  return () => document.removeEventListener('keydown', onKey, true);
}
