import type { LiveAccount } from '../../sync/public.ts';

/** Under which name the draft of a note is kept, beside the one of an answer. Its text is a body with its marks. */
export function noteDraftKey(threadId: string): string {
  return `note/${threadId}`;
}

/** Whether a note was begun in a thread after an answer was: then the field opens for it. */
export function beganNoteLast({ drafts }: LiveAccount, threadId: string): boolean {
  const note = drafts.get(noteDraftKey(threadId));
  return note !== undefined && note.updated_at > (drafts.get(threadId)?.updated_at ?? '');
}
