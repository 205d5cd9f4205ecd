import { msg } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { type Command, useCommands } from '../../ui/commands/commands.ts';

/** What single keys do, by the key as delivered; `Escape` is the only one that also works in a text field. */
export type Shortcuts = Partial<Record<string, () => void>>;

/** The inbox's commands; people may give them other keys. */
const commands: (Command & { keys: string })[] = [
  { id: 'inbox.next', group: 'list', title: msg`Next conversation`, keys: 'j', keysOnly: true },
  { id: 'inbox.previous', group: 'list', title: msg`Conversation before`, keys: 'k', keysOnly: true },
  { id: 'inbox.filter', group: 'list', title: msg`Filter conversations by name or number`, keys: '/' },
  { id: 'inbox.done', group: 'page', title: msg`Mark as done, or open again`, keys: 'e' },
  { id: 'inbox.take', group: 'page', title: msg`Assign to me`, keys: 'i' },
  { id: 'inbox.reply', group: 'page', title: msg`Write an answer`, keys: 'r' },
  { id: 'inbox.note', group: 'page', title: msg`Write a note for the team`, keys: 'n' },
  { id: 'inbox.mode', group: 'page', title: msg`From answer to note, or back`, keys: 'mod+shift+n' },
  { id: 'inbox.contact', group: 'page', title: msg`Show or hide the contact`, keys: ']' },
];

/** Puts the screen's acts among the commands of the page: in the palette, on the sheet of shortcuts, by their keys. */
export function useShortcuts(shortcuts: Shortcuts): void {
  useCommands(commands, Object.fromEntries(commands.map(({ id, keys }) => [id, shortcuts[keys]])));
  useEscape(shortcuts['Escape']);
}

/** Escape belongs to what lies on top; menus and dialogs take theirs first. */
function useEscape(leave: (() => void) | undefined): void {
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || latest.current === undefined) return;
      const target = event.target instanceof HTMLElement ? event.target : null;
      // A dialog closes by itself, wherever the focus is: what had it may have gone.
      if (document.querySelector('dialog:modal') !== null || target?.closest('[role="menu"]')) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
