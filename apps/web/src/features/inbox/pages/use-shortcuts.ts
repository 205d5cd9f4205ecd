import { msg } from '@lingui/core/macro';
import { type Command, useCommands } from '../../../ui/commands/commands.ts';
import { useEscape } from '../../../ui/layer/use-escape.ts';

/** Actions by default key, or by command where it has none; only `Escape` also works in a text field. */
export type Shortcuts = Partial<Record<string, () => void>>;

/** The inbox's commands; users may change their keys. */
const commands: Command[] = [
  { id: 'inbox.next', group: 'list', title: msg`Next conversation`, keys: 'j', keysOnly: true },
  { id: 'inbox.previous', group: 'list', title: msg`Previous conversation`, keys: 'k', keysOnly: true },
  { id: 'inbox.open-next', group: 'list', title: msg`Open next conversation`, keys: 'alt+arrowdown', keysOnly: true },
  {
    id: 'inbox.open-previous',
    group: 'list',
    title: msg`Open previous conversation`,
    keys: 'alt+arrowup',
    keysOnly: true,
  },
  { id: 'inbox.select', group: 'list', title: msg`Select conversation`, keys: 'x' },
  // The page's own search instead of the frame's command with this id, so that the keys have one handler.
  { id: 'app.search', group: 'list', title: msg`Search conversations`, keys: '/' },
  { id: 'inbox.done', group: 'page', title: msg`Mark as done or reopen`, keys: 'e' },
  { id: 'inbox.assign', group: 'page', title: msg`Assign`, keys: 'a' },
  { id: 'inbox.assignee-note', group: 'page', title: msg`Add a note for the assignee`, keys: null },
  { id: 'inbox.take', group: 'page', title: msg`Assign to me`, keys: 'i' },
  { id: 'inbox.snooze', group: 'page', title: msg`Snooze`, keys: 'h' },
  { id: 'inbox.label', group: 'page', title: msg`Change labels`, keys: 'l' },
  { id: 'inbox.unread', group: 'page', title: msg`Mark as unread`, keys: 'u' },
  { id: 'inbox.find', group: 'page', title: msg`Search in this conversation`, keys: 'f' },
  { id: 'inbox.reply', group: 'page', title: msg`Write a reply`, keys: 'r' },
  { id: 'inbox.template', group: 'page', title: msg`Send a template`, keys: 't' },
  { id: 'inbox.note', group: 'page', title: msg`Write a note for the team`, keys: 'n' },
  { id: 'inbox.mode', group: 'page', title: msg`Switch between reply and note`, keys: 'mod+shift+n' },
  { id: 'inbox.contact', group: 'page', title: msg`Show or hide the contact`, keys: ']' },
  { id: 'inbox.mute', group: 'page', title: msg`Mute or unmute for me`, keys: null },
  { id: 'inbox.merge', group: 'page', title: msg`Merge contact with another`, keys: null },
  { id: 'inbox.block', group: 'page', title: msg`Block or unblock the customer`, keys: null },
];

/** Registers the screen's commands: in the palette, on the shortcut sheet, by their keys. */
export function useShortcuts(shortcuts: Shortcuts): void {
  useCommands(commands, Object.fromEntries(commands.map(({ id, keys }) => [id, shortcuts[keys ?? id]])));
  useEscape(shortcuts['Escape']);
}
