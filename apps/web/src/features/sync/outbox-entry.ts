import type { TemplateDisplay } from '@parley/contract/template-fill';
import type { InputOf, MediaKind, MessageType } from '@parley/contract/types';

/** The body of `POST /api/messages` with the id made here. */
export type OutgoingBody = InputOf<'POST /api/messages'>['body'] & { id: string; thread_id: string };

/** The body of `POST /api/threads/{id}/notes` with the ids made here. */
export type OutgoingNote = Required<Omit<InputOf<'POST /api/threads/{id}/notes'>['body'], 'mentions'>> & {
  thread_id: string;
  mentions: { user_ids: string[]; group_ids: string[] };
};

/** Why the server does not take a message as it is. */
export type Refusal = {
  code: string;
  message: string;
  /** For `thread_changed`: the newest message there, as far as the server named it. */
  newest_id?: string;
};

/** A file that goes with a message; it is given to the server before the message is. */
export type Attachment = {
  file: Blob;
  /** As the sender's device calls it. */
  name: string;
  kind: MediaKind;
  /** Pixels, for a box of the final size from the first moment. */
  width?: number;
  height?: number;
  durationMs?: number;
  /** The server keeps the file under this id. */
  mediaId?: string;
};

/** A template as it was filled in; the server is given its id and the values. */
export type FilledTemplate = { name: string; display: TemplateDisplay };

/**
 * Something on its way to the server. It is written to the device before it is shown, and goes when the server has
 * answered with the row: until then nothing is claimed but that it waits here.
 */
type Waiting = {
  /** The id of what it becomes. */
  id: string;
  thread_id: string;
  /** Order of writing on this device: milliseconds since 1970, with fractions inside one millisecond. */
  order: number;
  created_at: string;
  state: 'queued' | 'refused';
  refusal?: Refusal;
};

/** A message that waits. */
export type OutboxEntry = Waiting & {
  kind?: undefined;
  /** With an attachment, its part names no file until the server has it. */
  body: OutgoingBody;
  attachment?: Attachment;
  template?: FilledTemplate;
};

/** An internal note that waits. It is no message: it goes beside them and never waits for one. */
export type NoteEntry = Waiting & { kind: 'note'; body: OutgoingNote; attachment?: undefined };

export type AnyEntry = OutboxEntry | NoteEntry;

/** What goes one after the other: the messages of a thread, and beside them its notes. */
export function laneOf(entry: AnyEntry): string {
  return entry.kind === 'note' ? noteLane(entry.thread_id) : entry.thread_id;
}

export function noteLane(threadId: string): string {
  return `note/${threadId}`;
}

/** The body with the id under which the server keeps the entry's file. */
export function bodyWithFile(entry: OutboxEntry): OutgoingBody {
  const { body, attachment } = entry;
  if (attachment?.mediaId === undefined) return body;
  return { ...body, [attachment.kind]: { ...body[attachment.kind], media_id: attachment.mediaId } };
}

/** What an entry will be as a message. */
export function entryType(entry: OutboxEntry): MessageType {
  return entry.body.type === 'reaction' ? 'unsupported' : entry.body.type;
}
