import { useLayoutEffect, useRef, useState } from 'react';
import { useAccount } from '../../sync/public.ts';
import type { ComposerMode } from '../composer/composer-tabs.tsx';
import type { ComposerHandle } from '../composer/use-reply.ts';
import { beganNoteLast } from '../notes/note-draft.ts';
import type { NoteFieldHandle } from '../notes/note-field.tsx';

/** Whether a reply or a note is being written; starts with the later draft. */
export function useComposerMode(threadId: string) {
  const account = useAccount();
  const [mode, setMode] = useState<ComposerMode>(() => (beganNoteLast(account, threadId) ? 'note' : 'reply'));
  const field = useRef<ComposerHandle>(null);
  const noteField = useRef<NoteFieldHandle>(null);
  const frame = useRef<HTMLDivElement>(null);
  const afterwards = useRef<(() => void) | null>(null);
  const focusField = () => {
    const chosen = noteField.current ?? field.current;
    if (chosen !== null) chosen.focus();
    // A blocked customer has no field.
    else frame.current?.querySelector<HTMLElement>('footer [aria-pressed="true"]')?.focus();
  };
  useLayoutEffect(() => {
    afterwards.current?.();
    afterwards.current = null;
  });
  const choose = (next: ComposerMode, then: () => void = focusField) => {
    if (next === mode) return then();
    // A running recording would be discarded.
    if (field.current?.recording) return;
    afterwards.current = then;
    setMode(next);
  };
  return { field, noteField, frame, mode, choose };
}
