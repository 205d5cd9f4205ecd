import { mapTexts, textsIn } from '@parley/contract/map-texts';
import { maxCaptionLength } from '@parley/contract/media';
import { phoneMatchKey } from '@parley/contract/phone-forms';
import { parsePhone } from '@parley/contract/phone-number';
import type { ComposeBody, FieldError, MediaKind, SendMessageBody } from '@parley/contract/types';
import { fixValue, renderText, unknownVariables, type VariableContact, variablesIn } from '@parley/contract/variables';
import { validateContent } from '@parley/whatsapp-client';
import type { AccountActor } from '../../../platform/auth/actor.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { missingField } from '../../../platform/http/missing-field.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getNameAndCountry } from '../../accounts/public.ts';
import { type ContactRow, findContacts, findContactsByKey, readFields } from '../../contacts/public.ts';
import { contentForSending, type HeaderFile, headerFileForSending } from '../../media/public.ts';
import { isContactVisible, visibilityOf } from '../../team/public.ts';
import { templateForSending } from '../../templates/public.ts';
import { findThreads } from '../threads/thread-repo.ts';
import type { SendResult, SendVerdict } from './send-repo.ts';

export const sandboxContact = 'This is a sandbox contact. Choose a sandbox channel.';

const contentNames = [
  ...(['text', 'image', 'video', 'audio', 'document', 'sticker', 'template', 'reaction'] as const),
  ...(['location', 'contacts', 'interactive'] as const),
];
/** Content in WhatsApp's own shape, checked against its limits. */
const structuredTypes = ['location', 'contacts', 'interactive'] as const;
type Structured = NonNullable<SendMessageBody[(typeof structuredTypes)[number]]>;
type Part =
  | NonNullable<
      SendMessageBody['text'] | SendMessageBody['document'] | SendMessageBody['audio'] | SendMessageBody['template']
    >
  | Structured;

/** The content of a send request. @throws AppError when it is missing, or content of another type is present */
export function partOf(body: SendMessageBody): Part {
  const other = contentNames.find((name) => name !== body.type && body[name] !== undefined);
  if (other !== undefined) throw invalid(other, `This does not go with a message of the type ${body.type}.`);
  const part = body[body.type];
  if (part === undefined) throw missingField(body.type);
  return part as Part;
}

/** The content to store, and whether it is marketing, which contacts may have opted out of. */
export type Content = { content: Record<string, unknown>; marketing: boolean };

/**
 * The content of a request, checked and with the recipient's values, as it is stored.
 * @param part of `partOf`
 * @throws AppError validation_failed for a missing file or one of another kind, for a template that cannot be sent on
 *   the channel or whose values do not fit, and what `fillVariables` throws
 */
export async function contentOf(
  platform: Platform,
  actor: AccountActor,
  body: SendMessageBody,
  part: Part,
): Promise<Content> {
  const { type, channel_id: channelId, as_typed: asTyped } = body;
  const inAccount = <T>(work: (tx: TenantTx) => Promise<T>, options?: { readOnly: boolean }) =>
    platform.db.withTenant(actor.clientId, work, options);
  const filled = hasVariables(part)
    ? await inAccount((tx) => fillVariables(tx, actor, body, type, part, asTyped), { readOnly: true })
    : part;
  const structured = structuredTypes.find((name) => name === type);
  if (structured !== undefined) {
    const { content, file, cards } = structuredContent(structured, filled as Structured);
    if (file === null && cards.length === 0) return { content, marketing: false };
    const stored = await inAccount(async (tx) =>
      file === null ? cardFilesForSending(tx, cards) : headerFileForSending(tx, file, file.field),
    );
    return { content: { ...content, ...stored }, marketing: false };
  }
  if (type === 'text') return textContent(filled as NonNullable<SendMessageBody['text']>);
  if (type === 'template') {
    const template = filled as NonNullable<SendMessageBody['template']>;
    return inAccount((tx) => templateForSending(tx, channelId, template));
  }
  if (type === 'reaction') throw missingField(type);
  const file = filled as NonNullable<SendMessageBody['document']>;
  return { content: await inAccount((tx) => contentForSending(tx, type as MediaKind, file)), marketing: false };
}

type HeaderOfRequest = HeaderFile & { field: string };

function structuredContent(
  type: (typeof structuredTypes)[number],
  part: Structured,
): { content: Record<string, unknown>; file: HeaderOfRequest | null; cards: HeaderOfRequest[] } {
  const problems = validateContent(type, part);
  if (problems.length > 0) throw new AppError('validation_failed', { data: problems });
  if (Array.isArray(part)) return { content: { contacts: part }, file: null, cards: [] };
  // What we store beside the content is not the caller's to set.
  const content = Object.fromEntries(Object.entries(part).filter(([name]) => !ours.has(name)));
  if (type !== 'interactive') return { content, file: null, cards: [] };
  const { action } = content as { action?: { cards?: unknown } };
  if (content.type !== 'carousel' || !Array.isArray(action?.cards))
    return { content, file: headerFileOf(content), cards: [] };
  const cards = (action.cards as Record<string, unknown>[]).map(({ media_info: _shown, ...card }) => card);
  const files = cards.flatMap((card, at) => headerFileOf(card, `interactive.action.cards.${at}`) ?? []);
  return { content: { ...content, action: { ...action, cards } }, file: null, cards: files };
}

const ours = new Set([
  'media_id',
  'provider_media_id',
  'header_file',
  'card_files',
  'provider_media_ids',
  'media_info',
]);

function headerFileOf({ header }: Record<string, unknown>, place = 'interactive'): HeaderOfRequest | null {
  for (const kind of ['image', 'video', 'document'] as const) {
    const file = (header as Record<string, { media_id?: unknown } | undefined> | undefined)?.[kind];
    const field = `${place}.header.${kind}.media_id`;
    if (typeof file?.media_id === 'string') return { kind, mediaId: file.media_id, field };
  }
  return null;
}

/** What a carousel stores beside its content: the facts of every file, by id. */
async function cardFilesForSending(tx: TenantTx, files: readonly HeaderOfRequest[]): Promise<Record<string, unknown>> {
  const card_files: Record<string, unknown> = {};
  for (const file of files) {
    const { media_id, header_file } = await headerFileForSending(tx, file, file.field);
    card_files[media_id] = header_file;
  }
  return { media_id: files[0]?.mediaId, card_files };
}

export function textContent({ preview_url, body }: NonNullable<SendMessageBody['text']>): Content {
  return { content: { preview_url, body }, marketing: false };
}

/** The recipient as the request names it. */
type Recipient = Pick<SendMessageBody, 'thread_id' | 'to'> & Pick<ComposeBody['messages'][number], 'contact_id'>;

const maxText = 4_096;

/** Whether a message's content contains variables, or a value that is still to be filled in. */
export function hasVariables(part: unknown): boolean {
  return textsIn(part).some(({ text }) => text.includes(fixValue) || variablesIn(text).length > 0);
}

/**
 * Replaces `{{NAME}}` and the other variables by the values of the recipient. Every message of a member or an API key
 * passes here before anything is written; variables inside values are not replaced.
 * @param type the message's, which also is the name of the part in errors
 * @param asTyped names that the sender wants to stay as they stand, braces included
 * @throws AppError validation_failed when a name is no variable, when the recipient has no value for one, and for
 *   `FIX VALUE`
 */
export async function fillVariables<P>(
  tx: TenantTx,
  actor: AccountActor,
  recipient: Recipient,
  type: string,
  part: P,
  asTyped: readonly string[] = [],
): Promise<P> {
  if (!hasVariables(part)) return part;
  const texts = textsIn(part, type);
  const fields = [...(await readFields(tx)).values()].filter(({ hidden }) => !hidden).map(({ name }) => name);
  refuse(
    texts.flatMap(({ field, text }) =>
      unknownVariables(text, fields, asTyped).map((name) => ({ field, msg: unknown(name) })),
    ),
  );
  const values = await valuesOf(tx, actor, recipient);
  const problems: FieldError[] = [];
  const fill = (text: string, field: string) => {
    if (text.includes(fixValue) && type !== 'template') {
      problems.push({ field, msg: `${fixValue} stands for a value that is missing: fill it in.` });
    }
    const made = renderText(text, values, { asTyped });
    const lacks = (name: string) =>
      `This contact has no ${name}. ${fixValue}: write the words yourself, or name ${name} in as_typed.`;
    problems.push(...made.missing.map((name) => ({ field, msg: lacks(name) })), ...tooLong(field, made.text));
    return made.text;
  };
  const filled = mapTexts(part, fill, type);
  refuse(problems);
  return filled;
}

function unknown(name: string): string {
  return `Unknown variable {{${name}}}. Use FIRST_NAME, LAST_NAME, NAME, PHONE_NUMBER or a custom attribute. To send it as it stands, name it in as_typed.`;
}

function tooLong(field: string, text: string): FieldError[] {
  const most =
    field === 'text.body' ? maxText : field.endsWith('.caption') ? maxCaptionLength : Number.POSITIVE_INFINITY;
  if (text.length <= most) return [];
  return [{ field, msg: `At most ${most.toLocaleString('en')} characters, with the values of the variables.` }];
}

function refuse(problems: FieldError[]): void {
  if (problems.length > 0) throw new AppError('validation_failed', { data: problems });
}

/** The recipient's values that the actor may see; only the number when it is not a contact. */
async function valuesOf(tx: TenantTx, actor: AccountActor, recipient: Recipient): Promise<VariableContact> {
  const view = visibilityOf(actor);
  const { contact, digits } = await contactOf(tx, recipient);
  const seen = contact !== undefined && (await isContactVisible(tx, view, contact.id)) ? contact : undefined;
  const number = seen?.phone_number ?? digits;
  return {
    name: seen?.name ?? '',
    phone_number: view.masked ? null : number,
    custom_fields: seen?.custom_fields ?? {},
  };
}

async function contactOf(
  tx: TenantTx,
  { thread_id: threadId, to, contact_id: contactId }: Recipient,
): Promise<{ contact: ContactRow | undefined; digits: string | null }> {
  if (threadId !== undefined || contactId !== undefined) {
    const [thread] = threadId === undefined ? [] : await findThreads(tx, [threadId]);
    const id = thread?.contact_id ?? contactId;
    const [contact] = id === undefined ? [] : await findContacts(tx, [id]);
    return { contact, digits: null };
  }
  if (typeof to === 'object') {
    const [contact] = await findContactsByKey(tx, 'user', [to.user_id]);
    return { contact, digits: null };
  }
  const digits = parsePhone(to ?? '', (await getNameAndCountry(tx, tx.clientId)).country);
  const [contact] = digits === null ? [] : await findContactsByKey(tx, 'phone', [phoneMatchKey(digits)]);
  return { contact, digits };
}

type Refused = Exclude<SendVerdict, 'ok' | 'exists'>;

const refusal =
  (code: 'contact_blocked' | 'not_a_test_phone' | 'suppressed' | 'window_closed', field: string, msg: string) => () =>
    new AppError(code, { data: [{ field, msg }] });
const missing = (message: string) => () => new AppError('not_found', { message });

const refusals: Readonly<Record<Exclude<Refused, 'thread_changed'>, () => AppError>> = {
  id_taken: () => idTaken(),
  thread_missing: missing('This conversation was not found.'),
  channel_missing: missing('This channel was not found.'),
  context_missing: () => invalid('context.message_id', 'The quoted message is not in this conversation.'),
  window_closed: refusal('window_closed', 'thread_id', 'The 24-hour window is closed. Send a template to reopen it.'),
  not_in_groups: () =>
    invalid(
      'type',
      'WhatsApp takes texts, files and templates without buttons in groups. Write to one person instead.',
    ),
  group_closed: () => invalid('thread_id', 'WhatsApp has deleted or suspended this group: nobody can write in it.'),
  blocked: refusal(
    'contact_blocked',
    'thread_id',
    'Your team blocked this customer on this channel. Unblock them first.',
  ),
  suppressed: refusal(
    'suppressed',
    'thread_id',
    'This person is marked as not to be written to. Lift that on the contact first.',
  ),
  no_marketing: refusal(
    'suppressed',
    'template.id',
    'This contact opted out of marketing. Choose a template of another category.',
  ),
  marketing_limit: refusal(
    'suppressed',
    'template.id',
    'This contact reached your account’s limit for marketing messages.',
  ),
  assigned_to_other: () => {
    const msg = 'This conversation is assigned to another member, and only they can reply. Take it over first.';
    return new AppError('assigned_to_other', { data: [{ field: 'thread_id', msg }] });
  },
  member_answers: () => {
    const msg =
      'A member of the team answers this conversation. Leave it to them until they mark it as done, or for half an hour after their last message.';
    return new AppError('member_answers', { data: [{ field: 'yield_to_members', msg }] });
  },
  not_a_test_phone: refusal(
    'not_a_test_phone',
    'source',
    'Test sends only reach the sandbox and verified test phones. Add and verify this phone on the sandbox page first.',
  ),
};

/** The API error of a message that was not accepted. `newest_message_id`: what to send as `confirm_seen`. */
export function refusalOfVerdict({
  verdict,
  newest_message_id: newest,
}: Pick<SendResult, 'newest_message_id'> & { verdict: Refused }): AppError {
  if (verdict !== 'thread_changed') return refusals[verdict]();
  const msg = 'Another member has replied meanwhile. Send again with newest_message_id as confirm_seen to send anyway.';
  return new AppError('thread_changed', {
    data: [{ field: 'confirm_seen', msg, ...(newest === null ? {} : { id: newest }) }],
    also: newest === null ? {} : { newest_message_id: newest },
  });
}

/** @param field of the id in the request */
export function idTaken(field = 'id'): AppError {
  return new AppError('id_conflict', { data: [{ field, msg: 'Another message has this id.' }] });
}
