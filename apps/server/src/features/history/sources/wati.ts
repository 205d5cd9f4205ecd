import { createHash } from 'node:crypto';
import { z } from 'zod';
import { sampleOf } from '../read/rows.ts';
import { type CallTool, ToolProblem } from './call.ts';
import { type Draft, numbered } from './rows.ts';
import { parseAnswer } from './shapes.ts';
import type { FoundAccount, ReadPart, Tool } from './tool.ts';
import { contactDraft, messageDraft, phoneOf, type WatiPerson } from './wati-rows.ts';
import { channelsShape, contactsShape, messageShape, messagesShape, type WatiContact } from './wati-shapes.ts';

const name = 'WATI';
const cursorShape = z.object({
  /** Of the list of contacts. */
  page: z.number(),
  /** Contacts of this page and the one before that are read: pages move while contacts are added. */
  done: z.array(z.string()),
  /** The contact that is being read, and the next page of their messages. */
  open: z.object({ id: z.string(), page: z.number() }).nullable(),
});
type Cursor = z.output<typeof cursorShape>;

const contactsAPage = 50;
const messagesAPage = 100;
const mostChannels = 50;
/** Of a list; what is longer is no list of contacts. */
const mostPages = 1_000_000;
/** The number that an account has first; channels are the others. */
const firstNumber = 0;

/** WATI by its API, with an API token: contacts by its third version, their messages by its first, which has them all. */
export const wati: Tool = {
  name,
  url: null,
  example: 'https://live-mt-server.wati.io/123456',
  // Ten calls in ten seconds, in every plan.
  paceMs: 1_000,
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  findAccount,
  filesAt: ({ url }) => `${new URL(url).origin}/api/ext/v3/conversations/messages/file/`,
  first: { page: 1, done: [], open: null },
  reader: (call, source) => {
    const chosen = new Set(source.inboxes.flatMap((one) => (one.chosen ? [one.id] : [])));
    const isChosen: WatiPerson['isChosen'] = (id) => chosen.has(id ? channelNumber(id) : firstNumber);
    const files = wati.filesAt?.(source) ?? '';
    let page: { no: number; contacts: WatiContact[] } | null = null;

    return async (from, no) => {
      const at = cursorShape.parse(from);
      if (page?.no !== at.page) page = { no: at.page, contacts: await listContacts(call, source.url, at.page) };
      const { contacts } = page;
      const open = contacts.find(({ id }) => id === at.open?.id) ?? contacts.find(({ id }) => !at.done.includes(id));
      if (open === undefined) return nextPage(at, contacts.length === 0);
      const part = await readContact(open, at, no);
      // Asked for again when all that it had is read: none is left out when others are deleted.
      if (contacts.every(({ id }) => (part.cursor as Cursor).done.includes(id))) page = null;
      return part;
    };

    async function readContact(open: WatiContact, at: Cursor, no: number): Promise<ReadPart> {
      const ended = { ...at, open: null, done: [...at.done, open.id].slice(-2 * contactsAPage) };
      const found = phoneOf(open);
      if ('skip' in found) {
        const rows = numbered([{ ...found, sample: sampleOf(open.name ?? open.id) }], no);
        return { rows, cursor: ended, conversations: 1 };
      }
      const person = { ...found, files, isChosen };
      const pageNo = at.open?.id === open.id ? at.open.page : 1;
      const { items, more } = await listMessages(call, source.url, found.phone, pageNo).catch(withoutMessages);
      const drafts = (items ?? []).map((one): Draft => {
        const { data } = messageShape.safeParse(one);
        if (data !== undefined) return messageDraft(data, person);
        return { skip: 'WATI sent it in an unknown form', sample: found.phone };
      });
      if (items === null) drafts.push({ skip: 'WATI does not give the messages of this contact', sample: found.phone });
      const rows = numbered([...(pageNo === 1 ? [contactDraft(open, found.phone)] : []), ...drafts], no);
      if (!more) return { rows, cursor: ended, conversations: 1 };
      return { rows, cursor: { ...at, open: { id: open.id, page: pageNo + 1 } }, conversations: 0 };
    }
  },
};

/** Channels have ids of letters and digits: a number that stands for one, always the same. */
function channelNumber(id: string): number {
  return Number.parseInt(createHash('sha256').update(id).digest('hex').slice(0, 12), 16);
}

function nextPage(at: Cursor, isLast: boolean): ReadPart {
  if (at.page >= mostPages) throw new ToolProblem('url', 'This WATI has more contacts than can be read.');
  return { rows: [], cursor: isLast ? null : { ...at, page: at.page + 1, open: null }, conversations: 0 };
}

/** A number that WATI does not know does not stop the others: the address was looked at before. */
function withoutMessages(error: unknown): { items: null; more: false } {
  const { status } = error instanceof ToolProblem ? error : { status: null };
  if (status !== 400 && status !== 404) throw error;
  return { items: null, more: false };
}

/** What a key lacks is named. */
async function scoped(scope: string, calling: Promise<unknown>): Promise<unknown> {
  try {
    return await calling;
  } catch (error) {
    if (error instanceof ToolProblem && error.status === 403)
      throw new ToolProblem(
        'key',
        `This token lacks the scope ${scope}. Make a new one in WATI and select all scopes.`,
      );
    throw error;
  }
}

async function listContacts(call: CallTool, url: string, page: number): Promise<WatiContact[]> {
  const query = new URLSearchParams({ page_number: String(page), page_size: String(contactsAPage) });
  const answer = await scoped('contactsv3:read', call(`${new URL(url).origin}/api/ext/v3/contacts?${query}`));
  return parseAnswer(name, contactsShape, answer).contact_list;
}

/** The newest first. */
async function listMessages(call: CallTool, url: string, phone: string, page: number) {
  const query = new URLSearchParams({ pageSize: String(messagesAPage), pageNumber: String(page) });
  const answer = call(`${url}/api/v1/getMessages/${phone.slice(1)}?${query}`);
  const { messages, link } = parseAnswer(name, messagesShape, await scoped('conversations:read', answer));
  const items = messages?.items ?? [];
  return { items, more: items.length > 0 && (items.length >= messagesAPage || Boolean(link?.nextPage)) };
}

async function findAccount(call: CallTool, typed: string): Promise<FoundAccount> {
  const { origin, pathname } = new URL(typed);
  const url = `${origin}${pathname.replace(/\/api(?:\/.*)?$/, '').replace(/\/+$/, '')}`;
  const contacts = await listContacts(call, url, 1);
  const query = new URLSearchParams({ page_number: '1', page_size: String(mostChannels) });
  const answer = await scoped('channelsv3:read', call(`${origin}/api/ext/v3/channels?${query}`));
  const others = (parseAnswer(name, channelsShape, answer).channels ?? [])
    .slice(0, mostChannels - 1)
    .map(({ id, name: shown, channel }): FoundAccount['inboxes'][number] => {
      const kind = (channel ?? '').toLowerCase() === 'whatsapp' ? 'whatsapp' : 'other';
      const inbox = { id: channelNumber(id), name: (shown ?? '').slice(0, 200), kind } as const;
      return { ...inbox, conversations: null, chosen: false };
    });
  // The address of messages has the number of the account, which the others don't need.
  const person = contacts.map(phoneOf).find((one) => 'phone' in one);
  if (person === undefined) throw new ToolProblem('key', 'This WATI account has no contacts of WhatsApp.');
  try {
    await listMessages(call, url, person.phone, 1);
  } catch (error) {
    if (!(error instanceof ToolProblem && error.field === 'url')) throw error;
    throw new ToolProblem(
      'url',
      `WATI has no messages at this address. Copy the whole API endpoint, such as ${origin}/123456.`,
    );
  }
  const first = { id: firstNumber, name: 'WhatsApp', kind: 'whatsapp' as const, conversations: null, chosen: true };
  return { url, account: '', account_id: '', inboxes: [first, ...others] };
}
