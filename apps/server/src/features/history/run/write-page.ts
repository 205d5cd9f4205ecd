import { said } from '@parley/contract/said';
import type { HistoryCounts } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { idFromKey, newId } from '../../../platform/ids.ts';
import {
  type ContactInput,
  ensureContacts,
  fillContactNames,
  fillPastFields,
  identityKey,
} from '../../contacts/public.ts';
import { insertPastNotes, labelPast } from '../../inbox/public.ts';
import { contentOfStored, insertImportedMedia } from '../../media/public.ts';
import { ensureThreads, insertHistory, type PastMessage, threadKey } from '../../messaging/public.ts';
import { addChanges } from '../../sync/public.ts';
import { insertPastReplies } from '../../templates/public.ts';
import { addMade, findMade, type Skip } from '../import-repo.ts';
import { type Item, isOfPerson, type MessageItem, type PersonItem, type ReplyItem } from './items.ts';
import type { ItemFile } from './store-files.ts';

/** Where the conversations go, and who the members are. */
export type Target = {
  importId: string;
  channelId: string;
  sandbox: boolean;
  /** The member who began it. */
  startedBy: string;
  /** Ids of members by email address in lower case. */
  members: ReadonlyMap<string, string>;
  /** The name that a chat has for its customer. */
  customer: string;
};

export type Written = { imported: HistoryCounts; known: number; skips: Skip[] };

/** Author of what came from another tool and is no member’s. */
const importAuthor = 'import';

/** Writes items of a page; what is there already stays as it is. */
export async function writePage(
  tx: TenantTx,
  target: Target,
  all: readonly Item[],
  files: ReadonlyMap<number, ItemFile>,
): Promise<Written> {
  const imported: HistoryCounts = { contacts: 0, threads: 0, messages: 0, notes: 0, files: 0, replies: 0 };
  const items = all.filter(isOfPerson);
  const replies = await writeReplies(
    tx,
    target,
    all.filter((item) => item.kind === 'reply'),
  );
  imported.replies = replies.made;
  if (items.length === 0) return { imported, known: replies.known, skips: replies.skips };
  const { contactOf, made: madeContacts } = await writeContacts(tx, target, items);
  await addMade(tx, target.importId, 'contact', madeContacts);
  const fieldSkips = await writeFields(tx, target, items, contactOf);
  const { threadOf, made: madeThreads, versions } = await writeThreads(tx, target, items, contactOf);

  const messages = items.flatMap((item) => (item.kind === 'message' ? [item] : []));
  const rows = messages.map((item) =>
    messageRow(tx.clientId, target, item, threadOf(item), contactOf(item), files.get(item.no)),
  );
  const { made, threads } = await insertHistory(tx, rows);
  const media = messages.flatMap((item, index) => {
    const [row, stored] = [rows[index], files.get(item.no)];
    if (row === undefined || stored === undefined || 'reason' in stored || !made.has(row.id)) return [];
    const filename = item.file?.name ?? '';
    return [{ id: mediaIdOf(row.id), file_id: stored.file.id, filename, message_id: row.id }];
  });
  await insertImportedMedia(tx, media);

  const notes = items.flatMap((item) => (item.kind === 'note' ? [item] : []));
  const madeNotes = await insertPastNotes(
    tx,
    notes.map((item) => {
      const member = memberOf(target, item.author);
      const name = item.author?.name ?? '';
      return {
        id: idOf(tx.clientId, target, 'note', item),
        thread_id: threadOf(item),
        body: member === null && name !== '' ? `${name}: ${item.text}` : item.text,
        created_by: member ?? importAuthor,
        at: new Date(item.atMs).toISOString(),
      };
    }),
  );
  const labelled = items.flatMap((item) =>
    item.kind === 'conversation' ? [{ threadId: threadOf(item), names: item.labels }] : [],
  );
  const skips = (await labelPast(tx, labelled)).map((name) => ({
    place: '',
    reason: said('There is no room for another label: an account has 500'),
    sample: name,
  }));

  await addMade(tx, target.importId, 'thread', [...madeThreads]);
  await addMade(tx, target.importId, 'note', madeNotes);
  for (const { id, version } of threads) versions.set(id, version);
  await addChanges(
    tx,
    [...versions].map(([id, version]) => ({
      collection: 'threads' as const,
      id,
      marker: 'MODIFIED' as const,
      version,
    })),
  );
  return {
    imported: {
      contacts: madeContacts.length,
      threads: madeThreads.size,
      messages: made.size,
      notes: madeNotes.length,
      files: media.length,
      replies: replies.made,
    },
    known: messages.length - made.size + notes.length - madeNotes.length + replies.known,
    skips: [...skips, ...fieldSkips, ...replies.skips],
  };
}

async function writeReplies(
  tx: TenantTx,
  target: Target,
  items: readonly ReplyItem[],
): Promise<{ made: number; known: number; skips: Skip[] }> {
  const { made, refused } = await insertPastReplies(
    tx,
    items.map(({ shortcut, name, text }) => ({ id: newId(), shortcut, name, body: text })),
    target.startedBy,
  );
  await addMade(tx, target.importId, 'reply', made);
  const skips = refused.map(({ shortcut, reason }) => ({ place: '', reason, sample: `/${shortcut}` }));
  return { made: made.length, known: items.length - made.length - refused.length, skips };
}

/** Values of custom fields, of contacts that this import made: those that were there stay as they are. */
async function writeFields(
  tx: TenantTx,
  target: Target,
  items: readonly PersonItem[],
  contactOf: ByKey,
): Promise<Skip[]> {
  const fields = new Map(
    items.flatMap((item) =>
      item.kind === 'contact' && Object.keys(item.fields).length > 0 ? [[contactOf(item), item.fields] as const] : [],
    ),
  );
  if (fields.size === 0) return [];
  const own = await findMade(tx, target.importId, 'contact', [...fields.keys()]);
  const refused = await fillPastFields(
    tx,
    own.map((id) => ({ id, fields: fields.get(id) ?? {} })),
  );
  return refused.map(({ reason, sample }) => ({ place: '', reason, sample }));
}

type ByKey = (item: { key: string }) => string;

async function writeContacts(
  tx: TenantTx,
  target: Target,
  items: readonly PersonItem[],
): Promise<{ contactOf: ByKey; made: string[] }> {
  const names = new Map<string, string>();
  for (const item of items)
    if (item.kind === 'contact' && item.name.trim() !== '') names.set(item.key, item.name.trim());
  const inputs = new Map(
    items.map(({ key, phone }): [string, ContactInput] => [
      key,
      {
        ...{ clientId: tx.clientId, kind: 'phone', key, value: phone },
        ...{ name: names.get(key) ?? target.customer, username: null, other: null, sandbox: target.sandbox },
      },
    ]),
  );
  const { contactIds, nameless, changes } = await ensureContacts(tx, [...inputs.values()], newId);
  const idOfKey = (key: string) => {
    const input = inputs.get(key);
    const id = input === undefined ? undefined : contactIds.get(identityKey(input));
    if (id === undefined) throw new Error('a number has no contact after it was made');
    return id;
  };
  await fillContactNames(
    tx,
    [...inputs.values()].flatMap(({ key, clientId, name }) =>
      name !== '' && nameless.has(idOfKey(key)) ? [{ clientId, id: idOfKey(key), name }] : [],
    ),
  );
  // One that came back from the trash was not made here.
  const made = changes.flatMap(({ id, marker, version }) => (marker === 'NEW' && version === 1 ? [id] : []));
  return { contactOf: ({ key }) => idOfKey(key), made };
}

async function writeThreads(
  tx: TenantTx,
  target: Target,
  items: readonly PersonItem[],
  contactOf: ByKey,
): Promise<{ threadOf: ByKey; made: Set<string>; versions: Map<string, number> }> {
  const states = new Map<string, 'ACTIVE' | 'DONE'>();
  for (const item of items) if (item.kind === 'conversation') states.set(item.key, item.state);
  const wanted = new Map(
    items.flatMap((item) =>
      item.kind === 'contact'
        ? []
        : [
            [
              item.key,
              {
                ...{ clientId: tx.clientId, channelId: target.channelId, contactId: contactOf(item) },
                ...{ toPhone: item.phone, toUserId: null, state: states.get(item.key) ?? ('DONE' as const) },
              },
            ] as const,
          ],
    ),
  );
  const { threadIds, made } = await ensureThreads(tx, [...wanted.values()], newId);
  const threadOf: ByKey = ({ key }) => {
    const thread = wanted.get(key);
    const id = thread === undefined ? undefined : threadIds.get(threadKey(thread));
    if (id === undefined) throw new Error('a conversation is not there after it was made');
    return id;
  };
  return { threadOf, made, versions: new Map([...made].map((id) => [id, 1])) };
}

/** The same thing of a source has the same id in every import. */
function idOf(clientId: string, target: Target, kind: string, item: { key: string; sourceId: string }): string {
  return idFromKey(clientId, 'history', kind, target.channelId, item.key, item.sourceId);
}

const mediaIdOf = (messageId: string) => idFromKey('history file', messageId);

function memberOf(target: Target, author: { email?: string | undefined } | null): string | null {
  return target.members.get(author?.email?.toLowerCase() ?? '') ?? null;
}

const statuses = { failed: -1, sent: 1, delivered: 2, read: 3 } as const;

function messageRow(
  clientId: string,
  target: Target,
  item: MessageItem,
  thread_id: string,
  contact_id: string,
  file: ItemFile | undefined,
): PastMessage {
  const id = idOf(clientId, target, 'message', item);
  const outgoing = item.direction === 'OUTGOING';
  const member = outgoing ? memberOf(target, item.author) : null;
  const status = outgoing ? statuses[item.status ?? 'sent'] : 2;
  const author = member === null && item.author !== null && item.author.name !== '' ? { author: item.author.name } : {};
  return {
    id,
    thread_id,
    contact_id,
    channel_id: target.channelId,
    to: item.phone,
    direction: item.direction,
    status,
    send_state: outgoing ? (status === -1 ? 'failed' : 'accepted') : null,
    ...contentOf(id, item, file),
    provider_id: item.providerId,
    quoted_id:
      item.quotedId === null ? null : idOf(clientId, target, 'message', { key: item.key, sourceId: item.quotedId }),
    created_by: outgoing ? (member ?? importAuthor) : 'webhook',
    at: new Date(item.atMs).toISOString(),
    extras: { imported: { import_id: target.importId, ...author } },
  };
}

function contentOf(
  messageId: string,
  item: MessageItem,
  file: ItemFile | undefined,
): Pick<PastMessage, 'type' | 'content'> {
  if (item.location) return { type: 'location', content: item.location };
  if (file === undefined) return { type: 'text', content: { preview_url: false, body: item.text } };
  const filename = item.file?.name ?? '';
  if ('reason' in file) {
    const caption = item.text === '' ? {} : { caption: item.text };
    const name = filename === '' ? {} : { filename };
    return { type: item.omitted ?? 'document', content: { ...caption, ...name, state: 'gone', reason: file.reason } };
  }
  const voice = item.file?.voice === true;
  return {
    type: file.kind,
    content: contentOfStored(mediaIdOf(messageId), file, { caption: item.text, filename, voice }),
  };
}
