import type { Message, Note, ThreadEvent } from '@parley/contract/types';
import type { NoteEntry, OutboxEntry } from '../../sync/public.ts';

/** One item of a conversation, oldest first. `first` and `last` give its position in its author's group. */
export type TimelineItem =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'unread'; key: 'unread'; count: number }
  | { kind: 'event'; key: string; event: ThreadEvent }
  | { kind: 'system'; key: string; message: Message }
  | { kind: 'message'; key: string; message: Message; first: boolean; last: boolean }
  | { kind: 'album'; key: string; messages: readonly Message[]; first: boolean; last: boolean }
  | { kind: 'waiting'; key: string; entry: OutboxEntry; first: boolean; last: boolean }
  | { kind: 'note'; key: string; note: Note; first: boolean }
  | { kind: 'waiting-note'; key: string; entry: NoteEntry; first: boolean };
