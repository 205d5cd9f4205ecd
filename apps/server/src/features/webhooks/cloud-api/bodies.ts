import type { Message } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import type { Hydrators } from '../../../platform/feature.ts';
import { listAnsweredByMembers } from '../../messaging/public.ts';
import type { DeliveryRow } from '../delivery-repo.ts';
import { keyOf, readSubjects } from '../events.ts';
import { wamidOf } from './message-ids.ts';
import { listGroups, listNames, listNumbers, listStatuses, type NumberRow, type StatusRow } from './parts-query.ts';
import {
  presentContent,
  presentEdit,
  presentFailure,
  presentReaction,
  presentRevocation,
  recipientOf,
  seconds,
} from './present-message.ts';

type Content = Pick<DeliveryRow, 'row_id' | 'part' | 'is_test'>;
type Fields = Record<string, unknown>;

/** What bodies are made of, read for all of them at once. */
type Sources = {
  messages: Map<string, Message>;
  numbers: Map<string, NumberRow>;
  names: Map<string, string>;
  /** WhatsApp's ids of groups, by conversation. */
  groups: Map<string, string>;
  statuses: Map<string, StatusRow[]>;
  /** Conversations that a member answers. */
  answered: Set<string>;
  base: string;
};

/** The bodies of deliveries as the Cloud API has them, with the rows as they are now, in the same order. */
export async function buildCloudApiBodies(
  tx: TenantTx,
  hydrators: Hydrators,
  deliveries: readonly Content[],
  base: string,
): Promise<object[]> {
  const sources = await readSources(tx, hydrators, deliveries, base);
  return deliveries.map(({ row_id: id, part, is_test: isTest }) => {
    const message = sources.messages.get(id ?? '');
    const number = sources.numbers.get(message?.channel_id ?? '');
    if (isTest) return envelope(sampleNumber, 'messages', sampleValue);
    // Erased meanwhile: nothing is left to tell.
    if (message === undefined || number === undefined || part === null) return { ...envelopeOf, entry: [] };
    const { field, value } = changeOf(message, part, sources);
    return envelope(number, field, value);
  });
}

async function readSources(
  tx: TenantTx,
  hydrators: Hydrators,
  deliveries: readonly Content[],
  base: string,
): Promise<Sources> {
  const ids = new Set(deliveries.flatMap(({ row_id: id }) => id ?? []));
  const messages = await readMessages(tx, hydrators, [...ids]);
  const shown = [...messages.values()];
  const quoted = shown.flatMap(({ context }) => context?.message_id ?? []).filter((id) => !messages.has(id));
  for (const [id, message] of await readMessages(tx, hydrators, quoted)) messages.set(id, message);
  return {
    messages,
    base,
    numbers: await listNumbers(tx, [...new Set(shown.map(({ channel_id: id }) => id))]),
    names: await listNames(tx, [...new Set(shown.map(writerOf))]),
    groups: await listGroups(tx, [...new Set(shown.map(({ thread_id: id }) => id))]),
    statuses: Map.groupBy(await listStatuses(tx, [...ids]), ({ message_id: id }) => id),
    answered: await listAnsweredByMembers(
      tx,
      shown.map(({ thread_id: id }) => id),
    ),
  };
}

async function readMessages(tx: TenantTx, hydrators: Hydrators, ids: readonly string[]): Promise<Map<string, Message>> {
  const subjects = ids.map((id) => ({ collection: 'messages' as const, row_id: id, marker: 'MODIFIED' as const }));
  const read = await readSubjects(tx, hydrators, subjects);
  return new Map(
    subjects.flatMap((subject) => {
      const message = read.get(keyOf(subject)) as Message | undefined;
      return message === undefined ? [] : [[message.id, message] as const];
    }),
  );
}

/** While someone else answers, what the customer writes comes as WhatsApp tells it to who only listens. */
function changeOf(message: Message, part: string, sources: Sources): { field: string; value: Fields } {
  const [kind, detail = ''] = splitPart(part);
  if (kind === 'status' || kind === 'failed') {
    return { field: 'messages', value: { statuses: [statusOf(message, kind, detail, sources)] } };
  }
  const written = writtenOf(message, kind, detail, sources);
  if (message.direction === 'OUTGOING' && kind !== 'reaction') {
    const { to, to_user_id: userId } = message;
    const echo = { from: sources.numbers.get(message.channel_id)?.phone_number, to, to_user_id: userId };
    return { field: 'smb_message_echoes', value: { message_echoes: [{ ...echo, ...written }] } };
  }
  const held = message.standby === true || sources.answered.has(message.thread_id);
  const contacts = [contactOf(message, sources.names)];
  const group = sources.groups.get(message.thread_id);
  const inGroup = group === undefined ? {} : { group_id: group };
  const value = { contacts, messages: [{ ...senderOf(message), ...inGroup, ...written }] };
  return { field: held ? 'standby' : 'messages', value };
}

/** A message, or what happened to it later: the customer reacted, its author edited or deleted it. */
function writtenOf(message: Message, kind: string, at: string, sources: Sources): Fields {
  if (kind === 'reaction') return presentReaction(message, at);
  if (kind === 'revoke') return presentRevocation(message, at);
  const content = { ...contextOf(message, sources), ...presentContent(message, sources.base) };
  return kind === 'edit' ? presentEdit(message, at, content) : { ...headOf(message), ...content };
}

function splitPart(part: string): [string, string?] {
  const at = part.indexOf(':');
  return at === -1 ? [part] : [part.slice(0, at), part.slice(at + 1)];
}

const headOf = (message: Message) => ({ id: wamidOf(message), timestamp: seconds(message.timestamp) });
/** The contact who wrote a message: of a group one of its participants. */
const writerOf = ({ sender_id: senderId, contact_id: contactId }: Message) => senderId ?? contactId;

function senderOf({ to, to_user_id: userId }: Message): Fields {
  return { ...(to !== null && { from: to }), ...(userId !== undefined && { from_user_id: userId }) };
}

function contactOf(message: Message, names: Map<string, string>): Fields {
  const { to, to_user_id: userId } = message;
  return {
    profile: { name: names.get(writerOf(message)) ?? '' },
    ...(to !== null && { wa_id: to }),
    ...(userId !== undefined && { user_id: userId }),
  };
}

function contextOf({ context, to, forwarded, referral }: Message, { messages, numbers }: Sources): Fields {
  const quoted = messages.get(context?.message_id ?? '');
  const writer = quoted?.direction === 'INCOMING' ? to : numbers.get(quoted?.channel_id ?? '')?.phone_number;
  const about = {
    ...(quoted !== undefined && { from: writer, id: wamidOf(quoted) }),
    ...(forwarded === 'once' && { forwarded: true }),
    ...(forwarded === 'often' && { frequently_forwarded: true }),
  };
  return { ...(Object.keys(about).length > 0 && { context: about }), ...(referral !== undefined && { referral }) };
}

function statusOf(message: Message, kind: string, name: string, { statuses, groups }: Sources): Fields {
  const group = groups.get(message.thread_id);
  const reported = statuses.get(message.id)?.find(({ status }) => status === name);
  return {
    id: wamidOf(message),
    status: kind === 'failed' ? 'failed' : name,
    timestamp: seconds(reported?.at ?? message.timestamp),
    ...(group === undefined ? recipientOf(message) : { recipient_type: 'group', recipient_id: group }),
    ...(message.callback_data !== undefined && { biz_opaque_callback_data: message.callback_data }),
    ...(reported?.detail?.pricing != null && { pricing: reported.detail.pricing }),
    ...(kind === 'failed' && presentFailure(message)),
  };
}

const envelopeOf = { object: 'whatsapp_business_account' };

function envelope(number: Omit<NumberRow, 'id'>, field: string, value: Fields): object {
  const metadata = { display_phone_number: number.phone_number, phone_number_id: number.phone_number_id };
  const whole = { messaging_product: 'whatsapp', metadata, ...value };
  return { ...envelopeOf, entry: [{ id: number.waba_id, changes: [{ value: whole, field }] }] };
}

/* What Meta’s dashboard sends as a test of the field `messages`. */
const sampleNumber = { phone_number: '16505551111', phone_number_id: '123456123', waba_id: '0' };
const sampleValue = {
  contacts: [{ profile: { name: 'test user name' }, wa_id: '16315551181' }],
  messages: [
    {
      from: '16315551181',
      id: 'ABGGFlA5Fpa',
      timestamp: '1504902988',
      type: 'text',
      text: { body: 'this is a text message' },
    },
  ],
};
