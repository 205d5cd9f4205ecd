import type { TemplateDisplay } from '@parley/contract/template-fill';
import type { InputOf, MediaKind, MessageType } from '@parley/contract/types';

/** The body of `POST /api/messages` with an id created here. */
export type OutgoingBody = InputOf<'POST /api/messages'>['body'] & { id: string; thread_id: string };

/** The body of `POST /api/threads/{id}/notes` with ids created here. */
export type OutgoingNote = Required<Omit<InputOf<'POST /api/threads/{id}/notes'>['body'], 'mentions'>> & {
  thread_id: string;
  mentions: { user_ids: string[]; group_ids: string[] };
};

/** Why the server refuses a message. */
export type Refusal = {
  code: string;
  message: string;
  /** For `thread_changed`: the newest message there, if the server named it. */
  newest_id?: string;
};

/** The file of a message; it is uploaded before the message is sent. */
export type Attachment = {
  file: Blob;
  /** The name on the sender's device. */
  name: string;
  kind: MediaKind;
  /** Pixels, for a box of the final size from the start. */
  width?: number;
  height?: number;
  durationMs?: number;
  /** The server's id of the uploaded file. */
  mediaId?: string;
};

/** A filled-in template; the server gets its id and the values. */
export type FilledTemplate = { name: string; display: TemplateDisplay };

/**
 * A queued entry. It is written to the device before it is shown, and deleted when the server has returned the row:
 * until then it is shown as waiting.
 */
type Waiting = {
  /** The id of the resulting message or note. */
  id: string;
  thread_id: string;
  /** Order of creation on this device: milliseconds since 1970, with fractions within one millisecond. */
  order: number;
  created_at: string;
  state: 'queued' | 'refused';
  refusal?: Refusal;
};

/** A queued message. */
export type OutboxEntry = Waiting & {
  kind?: undefined;
  /** With an attachment, the media id is missing until it is uploaded. */
  body: OutgoingBody;
  attachment?: Attachment;
  template?: FilledTemplate;
  /** Until then it waits, so that sending can be undone; milliseconds since 1970. */
  hold_until_ms?: number;
};

/** A queued internal note. It is not a message: it is sent in parallel and never waits for one. */
export type NoteEntry = Waiting & { kind: 'note'; body: OutgoingNote; attachment?: undefined };

/** A change of a conversation: `PUT /api/threads/{id}`. */
export type ThreadChange = InputOf<'PUT /api/threads/{id}'>['body'];

/** A queued change of a conversation, shown as done. Refused, it is dropped and the conversation is as before. */
export type OperationEntry = Waiting & { kind: 'act'; body: ThreadChange; attachment?: undefined };

export type AnyEntry = OutboxEntry | NoteEntry | OperationEntry;

/**
 * The key of a queue: entries of one queue are sent one after the other. A thread has one for messages, one for notes
 * and one for its changes.
 */
export function queueKeyOf(entry: AnyEntry): string {
  if (entry.kind === 'act') return `act/${entry.thread_id}`;
  return entry.kind === 'note' ? noteQueueKey(entry.thread_id) : entry.thread_id;
}

export function isOperationQueue(queueKey: string): boolean {
  return queueKey.startsWith('act/');
}

export function noteQueueKey(threadId: string): string {
  return `note/${threadId}`;
}

/** The body with the media id of the entry's file. */
export function bodyWithFile(entry: OutboxEntry): OutgoingBody {
  const { body, attachment } = entry;
  if (attachment?.mediaId === undefined) return body;
  return { ...body, [attachment.kind]: { ...body[attachment.kind], media_id: attachment.mediaId } };
}

/** The message type of an entry. */
export function entryType(entry: OutboxEntry): MessageType {
  return entry.body.type === 'reaction' ? 'unsupported' : entry.body.type;
}
