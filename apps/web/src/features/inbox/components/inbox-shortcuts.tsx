import { type Shortcuts, useShortcuts } from '../data/use-shortcuts.ts';

/** Registers the screen's commands; apart from the screen, so that its first paint does not load them. */
export function InboxShortcuts({ shortcuts }: { shortcuts: Shortcuts }) {
  useShortcuts(shortcuts);
  return null;
}
