import { z } from 'zod';
import { sampleOf } from '../read/rows.ts';
import { type CallTool, ToolProblem } from './call.ts';
import { contactDrafts, messageDraft } from './respond-io-rows.ts';
import {
  channelsShape,
  contactsShape,
  messageShape,
  messagesShape,
  type RespondIoContact,
  type RespondIoUser,
  usersShape,
} from './respond-io-shapes.ts';
import { type Draft, numbered } from './rows.ts';
import { parseAnswer } from './shapes.ts';
import type { FoundAccount, ReadPart, Tool } from './tool.ts';

const name = 'respond.io';
const cursorShape = z.object({
  /** Of the list of contacts. */
  contacts: z.string().nullable(),
  /** Contacts of this page that are read. */
  done: z.array(z.number()),
  /** The contact that is being read, and the cursor of their messages. */
  open: z.object({ id: z.number(), messages: z.string() }).nullable(),
});
type Cursor = z.output<typeof cursorShape>;

const pageSize = 100;
const mostChannels = 50;
const mostUsers = 2_000;
const whatsapp = new Set([
  'whatsapp_cloud',
  'whatsapp',
  '360dialog_whatsapp',
  'twilio_whatsapp',
  'message_bird_whatsapp',
  'nexmo_whatsapp',
]);

/** respond.io by its API v2, with an access token of the workspace. */
export const respondIo: Tool = {
  name,
  url: 'https://api.respond.io/v2',
  paceMs: 200,
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  findAccount,
  first: { contacts: null, done: [], open: null },
  reader: (call, source) => {
    const base = source.url;
    const channels = new Set(source.inboxes.flatMap(({ id, chosen }) => (chosen ? [id] : [])));
    let users: ReadonlyMap<number, RespondIoUser> | null = null;
    let page: { key: string | null; contacts: RespondIoContact[]; next: string | null } | null = null;

    return async (from, no) => {
      const at = cursorShape.parse(from);
      if (page === null || page.key !== at.contacts)
        page = { key: at.contacts, ...(await listContacts(call, base, at)) };
      const open =
        page.contacts.find(({ id }) => id === at.open?.id) ?? page.contacts.find(({ id }) => !at.done.includes(id));
      if (open === undefined) {
        const cursor = page.next === null ? null : { contacts: page.next, done: [], open: null };
        return { rows: [], cursor, conversations: 0 };
      }
      users ??= new Map((await listUsers(call, base)).map((user) => [user.id, user]));
      return readContact(open, at, no);
    };

    async function readContact(open: RespondIoContact, at: Cursor, no: number): Promise<ReadPart> {
      const ended = { ...at, open: null, done: [...at.done, open.id] };
      if (!open.phone) {
        const sample = sampleOf(`#${open.id} ${open.firstName ?? ''}`);
        return {
          rows: numbered([{ skip: 'The contact has no phone number', sample }], no),
          cursor: ended,
          conversations: 1,
        };
      }
      const after = at.open?.id === open.id ? at.open.messages : null;
      const url = `${base}/contact/id:${open.id}/message/list?${pageQuery(after)}`;
      const { items, pagination } = parseAnswer(name, messagesShape, await call(url));
      const messages = items
        .toSorted((a, b) => a.messageId - b.messageId)
        .map((one): Draft => {
          const { data } = messageShape.safeParse(one);
          if (data !== undefined) return messageDraft(data, open, channels, users ?? new Map());
          return { skip: 'respond.io sent it in an unknown form', sample: `#${open.id}` };
        });
      const rows = numbered([...(after === null ? contactDrafts(open, messages) : []), ...messages], no);
      const next = items.length === 0 ? null : cursorOf(pagination?.next);
      if (next === null || next === after) return { rows, cursor: ended, conversations: 1 };
      return { rows, cursor: { ...at, open: { id: open.id, messages: next } }, conversations: 0 };
    }
  },
};

function pageQuery(cursor: string | null): URLSearchParams {
  const query = new URLSearchParams({ limit: String(pageSize) });
  if (cursor !== null) query.set('cursorId', cursor);
  return query;
}

/** The next page is given as an address; only its cursor is taken, so that the key goes nowhere else. */
function cursorOf(next: string | null | undefined): string | null {
  const cursor = next ? (URL.parse(next, 'https://respond.io')?.searchParams.get('cursorId') ?? null) : null;
  return cursor === '' ? null : (cursor?.slice(0, 100) ?? null);
}

async function listContacts(call: CallTool, base: string, { contacts: cursor }: Cursor) {
  const filter = { search: '', timezone: 'UTC', filter: { $and: [] } };
  const answer = await call(`${base}/contact/list?${pageQuery(cursor)}`, filter);
  const { items, pagination } = parseAnswer(name, contactsShape, answer);
  const next = items.length === 0 ? null : cursorOf(pagination?.next);
  return { contacts: items, next: next === cursor ? null : next };
}

async function listUsers(call: CallTool, base: string): Promise<RespondIoUser[]> {
  const users: RespondIoUser[] = [];
  let cursor: string | null = null;
  do {
    const answer: unknown = await call(`${base}/space/user?${pageQuery(cursor)}`);
    const { items, pagination } = parseAnswer(name, usersShape, answer);
    users.push(...items);
    cursor = items.length === 0 ? null : cursorOf(pagination?.next);
  } while (cursor !== null && users.length < mostUsers);
  return users;
}

async function findAccount(call: CallTool, typed: string): Promise<FoundAccount> {
  const url = typed.replace(/\/+$/, '');
  const { items } = parseAnswer(name, channelsShape, await call(`${url}/space/channel?${pageQuery(null)}`));
  const inboxes = items.slice(0, mostChannels).map(({ id, name: shown, source }): FoundAccount['inboxes'][number] => {
    const kind = whatsapp.has(source ?? '') ? 'whatsapp' : source === 'custom_channel' ? 'api' : 'other';
    return { id, name: (shown ?? '').slice(0, 200), kind, conversations: null, chosen: kind === 'whatsapp' };
  });
  if (inboxes.every(({ kind }) => kind === 'other'))
    throw new ToolProblem('key', 'This respond.io workspace has no WhatsApp channel.');
  // What the key may not read is said before anything begins.
  await listContacts(call, url, { contacts: null, done: [], open: null });
  return { url, account: '', account_id: '', inboxes };
}
