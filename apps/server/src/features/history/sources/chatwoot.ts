import { z } from 'zod';
import { sampleOf } from '../read/rows.ts';
import { type CallTool, ToolProblem } from './call.ts';
import {
  type Attributes,
  contactDraft,
  conversationDrafts,
  messageDrafts,
  type Place,
  replyDraft,
} from './chatwoot-rows.ts';
import {
  agentsShape,
  attributesShape,
  type ChatwootConversation,
  cannedShape,
  contactsShape,
  conversationsShape,
  inboxesShape,
  messageShape,
  messagesShape,
  profileShape,
} from './chatwoot-shapes.ts';
import { type Draft, numbered } from './rows.ts';
import { parseAnswer } from './shapes.ts';
import type { FoundAccount, ImportSource, ReadPart, Tool } from './tool.ts';

const name = 'Chatwoot';
const cursorShape = z.object({
  /** Which of the chosen inboxes; after the last the contacts follow, then the canned responses. */
  inbox: z.number(),
  page: z.number(),
  /** Conversations of this page and the one before that are read: pages move while people write. */
  done: z.array(z.number()),
  /** The conversation that is being read, and its last message that was. */
  open: z.object({ id: z.number(), after: z.number() }).nullable(),
});
type Cursor = z.output<typeof cursorShape>;

/** Chatwoot's are 25, its contacts 15, its messages 100 a page. */
const rememberedConversations = 50;
const messagesAPage = 100;
const mostInboxes = 50;
/** An account here has as many. */
const mostReplies = 5_000;
/** Of a list; what is longer is no list of conversations. */
const mostPages = 100_000;

/** Chatwoot by its API, with the access token of an administrator. The newest conversations come first. */
export const chatwoot: Tool = {
  name,
  url: null,
  // Half of what an installation allows by default: 3,000 calls a minute.
  paceMs: 40,
  headers: (key) => ({ api_access_token: key }),
  findAccount,
  first: { inbox: 0, page: 1, done: [], open: null },
  reader: (call, source) => {
    const base = `${source.url}/api/v1/accounts/${source.account_id}`;
    let emails: ReadonlyMap<number, string> | null = null;
    let attributes: Attributes | null = null;
    let page: { key: string; conversations: ChatwootConversation[] } | null = null;

    const conversationsOf = async (inbox: number, no: number) => {
      const key = `${inbox}:${no}`;
      if (page?.key !== key) page = { key, conversations: (await listConversations(call, base, inbox, no)).payload };
      return page.conversations;
    };

    const known = () => ({ emails: emails ?? new Map(), attributes: attributes ?? new Map() });

    return async (from, no) => {
      const at = cursorShape.parse(from);
      const chosen = source.inboxes.filter((one) => one.chosen);
      const inbox = chosen[at.inbox];
      if (at.inbox > chosen.length) return readReplies(call, base, no);
      attributes ??= await readAttributes(call, base);
      if (inbox === undefined) return readContacts(call, base, at, no, attributes);
      const conversations = await conversationsOf(inbox.id, at.page);
      const open =
        conversations.find(({ id }) => id === at.open?.id) ?? conversations.find(({ id }) => !at.done.includes(id));
      if (open === undefined) return nextPage(at, conversations.length === 0);
      emails ??= new Map(
        parseAnswer(name, agentsShape, await call(`${base}/agents`)).flatMap(({ id, email }) =>
          email ? [[id, email]] : [],
        ),
      );
      const part = await readConversation(open, at, no);
      // Pages move while people write: a page is asked for again when all that it had is read.
      if (conversations.every(({ id }) => (part.cursor as Cursor).done.includes(id))) page = null;
      return part;
    };

    async function readConversation(open: ChatwootConversation, at: Cursor, no: number): Promise<ReadPart> {
      const done = [...at.done, open.id].slice(-rememberedConversations);
      const ended = { ...at, open: null, done };
      const phone = open.meta.sender?.phone_number;
      if (!phone) {
        const sample = sampleOf(`#${open.id} ${open.meta.sender?.name ?? ''}`);
        const rows = numbered([{ skip: 'The contact has no phone number', sample }], no);
        return { rows, cursor: ended, conversations: 1 };
      }
      const place: Place = { phone, origin: originOf(source), number: open.id, ...known() };
      const after = at.open?.id === open.id ? at.open.after : 0;
      const { payload } = parseAnswer(
        name,
        messagesShape,
        await call(`${base}/conversations/${open.id}/messages?after=${after}`),
      );
      const fresh = payload.filter(({ id }) => id > after);
      const drafts = fresh.flatMap((one) => draftsOf(place, one));
      const rows = numbered([...(after === 0 ? conversationDrafts(place, open, drafts) : []), ...drafts], no);
      if (fresh.length < messagesAPage) return { rows, cursor: ended, conversations: 1 };
      const last = Math.max(...fresh.map(({ id }) => id));
      return { rows, cursor: { ...at, open: { id: open.id, after: last } }, conversations: 0 };
    }
  },
};

function draftsOf(place: Place, one: unknown): Draft[] {
  const { data } = messageShape.safeParse(one);
  const sample = `#${place.number}`;
  return data === undefined ? [{ skip: 'Chatwoot sent it in an unknown form', sample }] : messageDrafts(place, data);
}

function originOf({ url, account_id: account }: ImportSource): string {
  return `${new URL(url).host}/${account}`.slice(0, 200);
}

function nextPage(at: Cursor, isLast: boolean): ReadPart {
  if (at.page >= mostPages) throw new ToolProblem('url', 'This Chatwoot has more conversations than can be read.');
  const cursor = isLast
    ? { inbox: at.inbox + 1, page: 1, done: [], open: null }
    : { ...at, page: at.page + 1, open: null };
  return { rows: [], cursor, conversations: 0 };
}

async function listConversations(call: CallTool, base: string, inbox: number, page: number) {
  const query = new URLSearchParams({
    ...{ inbox_id: String(inbox), status: 'all', assignee_type: 'all' },
    ...{ sort_by: 'created_at_desc', page: String(page) },
  });
  return parseAnswer(name, conversationsShape, await call(`${base}/conversations?${query}`)).data;
}

/** Contacts without a conversation. */
async function readContacts(
  call: CallTool,
  base: string,
  at: Cursor,
  no: number,
  attributes: Attributes,
): Promise<ReadPart> {
  if (at.page >= mostPages) throw new ToolProblem('url', 'This Chatwoot has more contacts than can be read.');
  const { payload } = parseAnswer(name, contactsShape, await call(`${base}/contacts?sort=created_at&page=${at.page}`));
  const drafts = payload.map((contact): Draft => {
    if (contact.phone_number) return contactDraft(contact, contact.phone_number, attributes);
    return { skip: 'The contact has no phone number', sample: sampleOf(contact.name ?? '') };
  });
  const cursor = payload.length === 0 ? { ...at, inbox: at.inbox + 1 } : { ...at, page: at.page + 1 };
  return { rows: numbered(drafts, no), cursor, conversations: 0 };
}

async function readReplies(call: CallTool, base: string, no: number): Promise<ReadPart> {
  const found = parseAnswer(name, cannedShape, await call(`${base}/canned_responses`));
  return { rows: numbered(found.slice(0, mostReplies).map(replyDraft), no), cursor: null, conversations: 0 };
}

async function readAttributes(call: CallTool, base: string): Promise<Attributes> {
  const found = parseAnswer(name, attributesShape, await call(`${base}/custom_attribute_definitions`));
  const ofContacts = found.filter(({ attribute_model: model }) => model === 'contact_attribute');
  return new Map(
    ofContacts.map(({ attribute_key: key, attribute_display_name: shown }) => [key ?? '', shown || (key ?? '')]),
  );
}

async function findAccount(call: CallTool, typed: string): Promise<FoundAccount> {
  const { base, number } = readAddress(typed);
  const { accounts } = parseAnswer(name, profileShape, await call(`${base}/api/v1/profile`));
  const open = number === null ? accounts : accounts.filter(({ id }) => id === number);
  const [account] = open;
  if (account === undefined)
    throw new ToolProblem('key', 'This key does not open the account of this address. Sign in there and copy the key.');
  if (open.length > 1) {
    const names = open
      .map(({ name: one, id }) => `${one ?? ''} (${id})`.trim())
      .slice(0, 10)
      .join(', ');
    throw new ToolProblem(
      'url',
      `This key opens several accounts: ${names}. Open one in Chatwoot and paste its address, like ${base}/app/accounts/${account.id}/dashboard.`,
    );
  }
  if (account.role !== 'administrator')
    throw new ToolProblem(
      'key',
      'This key is of an agent, who sees only some conversations. Use the access token of an administrator.',
    );
  const api = `${base}/api/v1/accounts/${account.id}`;
  const inboxes: FoundAccount['inboxes'] = [];
  for (const inbox of parseAnswer(name, inboxesShape, await call(`${api}/inboxes`)).payload.slice(0, mostInboxes)) {
    const kind = kindOf(inbox);
    const { meta } = await listConversations(call, api, inbox.id, 1);
    const shown = (inbox.name ?? '').slice(0, 200);
    inboxes.push({ id: inbox.id, name: shown, kind, conversations: meta.all_count, chosen: kind === 'whatsapp' });
  }
  if (inboxes.every(({ kind }) => kind === 'other'))
    throw new ToolProblem('url', 'This Chatwoot account has no WhatsApp inbox.');
  return { url: base, account: account.name?.slice(0, 200) ?? '', account_id: String(account.id), inboxes };
}

type Inbox = z.output<typeof inboxesShape>['payload'][number];

function kindOf({ channel_type: type, medium }: Inbox): FoundAccount['inboxes'][number]['kind'] {
  if (type === 'Channel::Whatsapp' || (type === 'Channel::TwilioSms' && medium === 'whatsapp')) return 'whatsapp';
  // Other providers of WhatsApp are connected by it, and other things too: a member says what it is.
  return type === 'Channel::Api' ? 'api' : 'other';
}

/** The installation, and the account where the address names one, such as `https://chat.example/app/accounts/3/dashboard`. */
function readAddress(typed: string): { base: string; number: number | null } {
  const url = new URL(typed);
  const found = /^(.*?)(?:\/app(?:\/accounts\/(\d{1,15}))?(?:\/.*)?|\/api\/v1.*)?\/*$/.exec(url.pathname);
  return {
    base: `${url.origin}${(found?.[1] ?? '').replace(/\/+$/, '')}`,
    number: found?.[2] === undefined ? null : Number(found[2]),
  };
}
