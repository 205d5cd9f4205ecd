import type { TemplateDisplay } from '@parley/contract/template-fill';
import type { InputOf, MediaKind, Message, MessageType, Thread } from '@parley/contract/types';
import { uuidv7 } from '../../../platform/id.ts';
import { undoUntilMs } from '../../../platform/undo-send.ts';

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
  /** An attempt had no answer: the server may have it. */
  tried?: true;
};

/** A queued internal note. It is not a message: it is sent in parallel and never waits for one. */
export type NoteEntry = Waiting & { kind: 'note'; body: OutgoingNote; attachment?: undefined };

/** A change of a conversation: `PUT /api/threads/{id}`. */
export type ThreadChange = InputOf<'PUT /api/threads/{id}'>['body'];

/** A queued change of a conversation, shown as done. Refused, it is dropped and the conversation is as before. */
export type OperationEntry = Waiting & { kind: 'act'; body: ThreadChange; attachment?: undefined };

/**
 * A change of a contact made without a connection. `before` is what it replaces: what someone else made of it meanwhile
 * is not overwritten. An empty field is none.
 */
export type ContactChange =
  | { part: 'name'; value: string; before: string }
  | { part: 'field'; field: string; value: string; before: string }
  | { part: 'lists'; value: string[]; before: string[] }
  /** When the contact opted in; empty: not. */
  | { part: 'opt_in'; value: string; before: string }
  | { part: 'note'; value: string }
  | { part: 'note_edit'; note: string; value: string; before: string };

/** A queued change of a contact; of a note, its id is the entry's. */
export type ContactEntry = Waiting & { kind: 'contact'; body: ContactChange; attachment?: undefined };

export type AnyEntry = OutboxEntry | NoteEntry | OperationEntry | ContactEntry;

/** In place of a conversation, the name of a contact's queue. */
export function contactQueueKey(contactId: string): string {
  return `contact/${contactId}`;
}

/** The key of the draft of what is half typed in a contact's fields. */
export function contactFieldsKey(contactId: string): string {
  return `fields/${contactId}`;
}

/**
 * The key of a queue: entries of one queue are sent one after the other. A thread has one for messages, one for notes
 * and one for its changes.
 */
export function queueKeyOf(entry: AnyEntry): string {
  if (entry.kind === 'act') return operationQueueKey(entry.thread_id);
  return entry.kind === 'note' ? noteQueueKey(entry.thread_id) : entry.thread_id;
}

export function operationQueueKey(threadId: string): string {
  return `act/${threadId}`;
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

/** The parts of an account that queue a message. */
type Sender = {
  outbox: { add(body: OutgoingBody, beside: BesideBody): Promise<unknown> };
  store: { window(threadId: string): { messages: readonly Pick<Message, 'id'>[] } | undefined };
};

/** What an entry has beside the body of its message. */
export type BesideBody = Pick<OutboxEntry, 'attachment' | 'template' | 'hold_until_ms'>;

/** The type of a message and the field of that name. */
type OutgoingContent = Omit<OutgoingBody, 'id' | 'thread_id' | 'channel_id' | 'source'>;

/** When and how a message is sent. */
type SendOptions = {
  /** The message it replies to. */
  quotedId?: string | null;
  /** When it is sent; at once without it. */
  sendAt?: string | null;
  /** When Send was pressed: the member's draft is emptied with the message, on the server too. */
  clearDraftAt?: Date;
  /** What is sent as it stands, though it looks like a variable. */
  asTyped?: readonly string[];
  /** It goes with the message before, which said what was seen. */
  follows?: boolean;
};

/**
 * Queues a message for a thread; the outbox sends it. One that is sent at once says which messages its author has seen.
 * @throws the database error when it cannot be stored; then nothing was queued
 */
export async function sendContent(
  account: Sender,
  thread: Thread,
  content: OutgoingContent,
  options: SendOptions = {},
  beside: BesideBody = {},
): Promise<void> {
  const { quotedId = null, sendAt = null, clearDraftAt, asTyped = [], follows = false } = options;
  const seen = sendAt === null && !follows ? newestSeen(account, thread.id) : undefined;
  await account.outbox.add(
    {
      id: uuidv7(),
      thread_id: thread.id,
      channel_id: thread.channel_id,
      source: 'INBOX',
      ...content,
      ...(quotedId === null ? {} : { context: { message_id: quotedId } }),
      ...(seen === undefined ? {} : { confirm_seen: seen }),
      ...(sendAt === null ? {} : { send_at: sendAt }),
      ...(clearDraftAt === undefined ? {} : { clear_draft_at: clearDraftAt.toISOString() }),
      ...(asTyped.length === 0 ? {} : { as_typed: [...asTyped] }),
    },
    beside,
  );
}

/** Queues a text, whose sending can be undone. @throws like `sendContent` */
export function sendText(account: Sender, thread: Thread, body: string, options: SendOptions = {}): Promise<void> {
  const content = { type: 'text', text: { preview_url: false, body } } as const;
  return sendContent(account, thread, content, options, undoable(options));
}

/** A file prepared for sending. */
export type FileToSend = Attachment & { caption?: string; voice?: boolean };

/**
 * Queues a message per file, like `sendText`; the first one has the quoted message.
 * @throws like `sendContent`; earlier ones are queued
 */
export async function sendFiles(
  account: Sender,
  thread: Thread,
  files: readonly FileToSend[],
  options: SendOptions = {},
): Promise<void> {
  for (const [index, { caption, voice, ...attachment }] of files.entries()) {
    const { kind, name } = attachment;
    const file = {
      media_id: '',
      ...(caption !== undefined && caption.trim() !== '' ? { caption } : {}),
      ...(kind === 'document' ? { filename: name.slice(0, 240) } : {}),
      ...(voice ? { voice } : {}),
    };
    const place = index === 0 ? options : { ...options, quotedId: null, follows: true };
    await sendContent(account, thread, { type: kind, [kind]: file }, place, { attachment, ...undoable(options) });
  }
}

/** What holds a message back while its sending can be undone. */
function undoable({ sendAt = null }: SendOptions): BesideBody {
  const until = sendAt === null ? undoUntilMs() : undefined;
  return until === undefined ? {} : { hold_until_ms: until };
}

/** The newest message of a thread on this screen. */
export function newestSeen(account: Pick<Sender, 'store'>, threadId: string): string | undefined {
  return account.store.window(threadId)?.messages.at(-1)?.id;
}

/** Whether sending it can still be undone. */
export function isOnHold(entry: AnyEntry): boolean {
  return entry.kind === undefined && entry.state === 'queued' && (entry.hold_until_ms ?? 0) > Date.now();
}
