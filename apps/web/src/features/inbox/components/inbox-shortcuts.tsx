import { type RefObject, useEffect, useRef } from 'react';
import { type Shortcuts, useShortcuts } from '../data/use-shortcuts.ts';
import type { ConversationHandle } from './conversation.tsx';
import type { ListPaneHandle } from './list-pane.tsx';

export type InboxShortcutsProps = {
  shortcuts: Shortcuts;
  /** The conversation that is shown. */
  shownId: string | undefined;
  list: RefObject<ListPaneHandle | null>;
  conversation: RefObject<ConversationHandle | null>;
  onOpen: (threadId: string) => void;
};

/** Registers the screen's commands; apart from the screen, so that its first paint does not load them. */
export function InboxShortcuts({ shortcuts, shownId, list, conversation, onOpen }: InboxShortcutsProps) {
  const keepsTyping = useRef(false);
  const openBeside = (step: 1 | -1) => () => {
    const rows = list.current?.threads ?? [];
    const next = rows[rows.findIndex(({ id }) => id === shownId) + step];
    if (next === undefined) return;
    keepsTyping.current = document.activeElement instanceof HTMLTextAreaElement;
    onOpen(next.id);
  };
  useEffect(() => {
    if (shownId !== undefined && keepsTyping.current) conversation.current?.focusReply();
    keepsTyping.current = false;
  }, [shownId, conversation]);
  useShortcuts({
    ...shortcuts,
    ...(shownId !== undefined && { 'alt+arrowdown': openBeside(1), 'alt+arrowup': openBeside(-1) }),
  });
  return null;
}
