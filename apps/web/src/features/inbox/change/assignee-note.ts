import { createStore } from '../../../platform/store.ts';
import type { LiveAccount } from '../../sync/public.ts';
import type { MentionTarget } from '../notes/mention-text.ts';

/** A note for whoever got these conversations. */
export type AssigneeNote = { account: LiveAccount; to: MentionTarget; threadIds: readonly string[] };

/** The note being asked for; null for none. Any page can show it: the toast that offers it stays when pages change. */
export const useAssigneeNote = createStore<AssigneeNote | null>(null);
