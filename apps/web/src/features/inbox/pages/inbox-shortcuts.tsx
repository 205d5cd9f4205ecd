import { useBlocker, useNavigate, useSearch } from '@tanstack/react-router';
import { type RefObject, Suspense, useEffect, useRef } from 'react';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { useBelow } from '../../../ui/use-media.ts';
import type { ListPaneHandle } from '../list/list-pane.tsx';
import type { ConversationHandle } from '../thread/conversation.tsx';
import type { SharedDialogProps } from './shared-dialog.tsx';
import { type Shortcuts, useShortcuts } from './use-shortcuts.ts';

const SharedDialog = lazyComponent<SharedDialogProps>(() =>
  import('./shared-dialog.tsx').then((part) => part.SharedDialog),
);

export type InboxShortcutsProps = {
  shortcuts: Shortcuts;
  /** The conversation that is shown. */
  shownId: string | undefined;
  list: RefObject<ListPaneHandle | null>;
  conversation: RefObject<ConversationHandle | null>;
  onOpen: (threadId: string) => void;
};

/** Registers the screen's commands, and takes what the phone's share menu brings; apart from the screen, so that its first paint does not load them. */
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
  useBackClosesLists();
  const navigate = useNavigate();
  const { shared }: { shared?: unknown } = useSearch({ strict: false });
  if (shared === undefined) return null;
  return (
    <Suspense>
      <SharedDialog onOpen={onOpen} onClose={() => void navigate({ to: '.', search: {}, replace: true })} />
    </Suspense>
  );
}

/** Back on a phone closes the topmost list or menu, and not what is behind it as well. */
function useBackClosesLists(): void {
  const phone = useBelow('md');
  useBlocker({
    disabled: !phone,
    enableBeforeUnload: false,
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false;
      const open = [...document.querySelectorAll<HTMLElement>('[popover="auto"]:popover-open')].at(-1);
      open?.hidePopover();
      return open !== undefined;
    },
  });
}
