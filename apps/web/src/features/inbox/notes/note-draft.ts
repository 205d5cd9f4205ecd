import type { LiveAccount } from '../../sync/public.ts';

/** The key of a note's draft, beside that of a reply. Its text is a body with marks. */
export function noteDraftKey(threadId: string): string {
  return `note/${threadId}`;
}

/** Whether the note draft of a thread is newer than the reply draft: then the field opens for it. */
export function beganNoteLast({ drafts }: LiveAccount, threadId: string): boolean {
  const note = drafts.get(noteDraftKey(threadId));
  return note !== undefined && note.updated_at > (drafts.get(threadId)?.updated_at ?? '');
}
