import { createHash } from 'node:crypto';
import { phoneMatchKey } from '@parley/contract/phone-forms';
import { fillTemplate, templateDisplay } from '@parley/contract/template-fill';
import { templateFillProblems } from '@parley/contract/template-fill-check';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { idFromKey, newId } from '../../../platform/ids.ts';
import { type ContactInput, ensureContacts, identityKey } from '../../contacts/public.ts';
import { findUploadOfMedia } from '../../media/public.ts';
import {
  addUnpublished,
  ensureThreads,
  type OutgoingMessage,
  retryMessages,
  type SendVerdict,
  threadKey,
  type WantedThread,
} from '../../messaging/public.ts';
import type { NewChange } from '../../sync/public.ts';
import { fileForSending, type HeaderFile, withUploadedHeader } from '../../templates/public.ts';
import { updateRecipientStates } from '../core/progress-repo.ts';
import { type WithinBudget, withinBudget } from '../costs/budget.ts';
import { pauseLocked, systemAuthor } from './commands.ts';
import {
  countReceivers,
  findAlreadySent,
  findIdentityOwners,
  findNextDue,
  type LockedCampaign,
  lockNextRecipients,
  lockRunning,
  type NextRecipient,
  postponeRecipients,
  type RecipientResult,
  saveRecipientResults,
  saveSendingDay,
  saveSpreadTime,
} from './enqueue-repo.ts';
import { endFirstShare } from './first-share.ts';
import { messageOf } from './message-of.ts';
import { isInWindow, nextOpening, sendingDayAt, spreadAllowance } from './pacing.ts';
import { tellCreator } from './tell-creator.ts';

/** Below the priority of replies by members. */
const priority = 10;

/** What one batch did. */
export type EnqueueResult =
  | { kind: 'enqueued'; recipients: number; skipped: number; changes: NewChange[] }
  /** No recipient is left. */
  | { kind: 'empty' }
  /** The channel's queue or the broadcast's pace has no room now. */
  | { kind: 'full' }
  /** No recipient is due now, and some are later. */
  | { kind: 'waits' }
  /** The state of the broadcast changed instead. */
  | { kind: 'changed' };

export type EnqueueOptions = {
  id: string;
  /** How many messages of broadcasts may wait in the channel's queue. */
  queueLimit: number;
  /** How many broadcasts share that channel. */
  channelCampaigns: number;
  /** How many at most in one transaction. */
  limit: number;
};

/**
 * Enqueues one batch: messages, triggers and recipients in one transaction, so that a crash neither repeats nor skips
 * a recipient. The caller places the changes as the last thing of the transaction.
 * @returns null when it does not run any more
 */
export async function enqueueBatch(
  tx: TenantTx,
  { id, queueLimit, channelCampaigns, limit }: EnqueueOptions,
): Promise<EnqueueResult | null> {
  const campaign = await lockRunning(tx, id, queueLimit);
  if (campaign === null) return null;
  const capacity = Math.min(limit, Math.ceil((queueLimit - campaign.waiting_in_queue) / channelCampaigns));
  const day = sendingDayAt(campaign.day_from, campaign.day_count, campaign.clock);
  const leftToday = (campaign.schedule.per_day ?? Number.POSITIVE_INFINITY) - day.count;
  if (leftToday <= 0) return { kind: 'waits' };
  const most = Math.min(capacity, leftToday);
  const allowed = most > 0 ? await withinSpread(tx, campaign, most) : 0;
  if (allowed <= 0) return { kind: 'full' };
  const next = await lockNextRecipients(tx, campaign, allowed);
  if (next.length === 0) {
    if (await endFirstShare(tx, campaign)) return { kind: 'changed' };
    return { kind: (await findNextDue(tx, campaign)) === null ? 'empty' : 'waits' };
  }
  const open = await postponeClosed(tx, campaign, next);
  const categoryOf = (recipient: NextRecipient) => messageOf(campaign, recipient).template.category;
  const { recipients, used }: WithinBudget<NextRecipient> = campaign.sandbox
    ? { recipients: open, used: null }
    : await withinBudget(tx, campaign, categoryOf, open);
  if (used !== null && recipients.length === 0) {
    await pauseLocked(tx, { id, state: 'RUNNING' }, used, systemAuthor);
    await tellCreator(tx, id);
    return { kind: 'changed' };
  }
  const changes: NewChange[] = [];
  const results = [
    ...(await sendAgain(
      tx,
      campaign,
      recipients.filter((recipient) => recipient.message_id !== null),
    )),
    ...(await sendFirst(
      tx,
      campaign,
      recipients.filter((recipient) => recipient.message_id === null),
      changes,
    )),
  ];
  await saveRecipientResults(tx, id, results);
  if (campaign.schedule.per_day != null) {
    const written = results.filter(({ message_id: messageId }) => messageId !== null).length;
    await saveSendingDay(tx, id, { ...day, count: day.count + written });
  }
  const skipped = results.filter(({ reason }) => reason !== null).length;
  return { kind: 'enqueued', recipients: next.length, skipped, changes };
}

/** Those whose sending hours are open where they are; the others wait for them. */
async function postponeClosed(
  tx: TenantTx,
  { id, schedule, clock }: LockedCampaign,
  recipients: readonly NextRecipient[],
): Promise<NextRecipient[]> {
  const window = schedule.window ?? null;
  if (window === null || (schedule.recipient_zone ?? null) === null) return [...recipients];
  const openings = new Map<string, Date | null>();
  const openingOf = (zone: string) => {
    const known = openings.get(zone);
    if (known !== undefined) return known;
    const opening = isInWindow(window, zone, clock) ? null : nextOpening(window, zone, clock);
    openings.set(zone, opening);
    return opening;
  };
  const closed = recipients.flatMap(({ n, time_zone: zone }) => {
    const at = zone === null ? null : openingOf(zone);
    return at === null ? [] : [{ n, at }];
  });
  await postponeRecipients(tx, id, closed);
  const postponed = new Set(closed.map(({ n }) => n));
  return recipients.filter(({ n }) => !postponed.has(n));
}

/** How many may go now when the broadcast is spread over hours. */
async function withinSpread(tx: TenantTx, campaign: LockedCampaign, capacity: number): Promise<number> {
  const hours = campaign.schedule.spread_hours ?? null;
  if (hours === null) return capacity;
  const perSecond = (await countReceivers(tx, campaign.id)) / (hours * 3_600);
  const { count, at } = spreadAllowance(perSecond, campaign.spread_at, campaign.now, capacity);
  if (count > 0) await saveSpreadTime(tx, campaign.id, at);
  return count;
}

/** The next attempt for messages that failed, are on hold or unknown; those delivered meanwhile are not sent again. */
async function sendAgain(
  tx: TenantTx,
  campaign: LockedCampaign,
  recipients: readonly NextRecipient[],
): Promise<RecipientResult[]> {
  const attempts = recipients.map(({ message_id: messageId }) => ({ messageId: messageId ?? '', triggerId: newId() }));
  const rows = await retryMessages(tx, attempts, { createdBy: campaign.created_by, metaType: 'campaign', priority });
  const sent = new Set(rows.map((row) => row.id));
  await updateRecipientStates(
    tx,
    attempts.flatMap(({ messageId }) => (sent.has(messageId) ? [] : [messageId])),
  );
  return recipients.map(({ n }) => ({ n, contact_id: null, message_id: null, reason: null }));
}

async function sendFirst(
  tx: TenantTx,
  campaign: LockedCampaign,
  recipients: readonly NextRecipient[],
  changes: NewChange[],
): Promise<RecipientResult[]> {
  if (recipients.length === 0) return [];
  const contacts = await contactsOf(tx, campaign, recipients, changes);
  const alreadySent = await findAlreadySent(tx, campaign.id, [...new Set(contacts.values())]);
  const results: RecipientResult[] = [];
  const withFile = headerFiles(tx, campaign);
  const ready: Array<{ recipient: NextRecipient; contactId: string; content: Record<string, unknown> }> = [];
  for (const recipient of recipients) {
    const contactId = contacts.get(recipient.n) ?? null;
    const content = await withFile(contentFor(campaign, recipient));
    const reason =
      contactId === null
        ? 'no_way_to_reach'
        : alreadySent.has(contactId)
          ? 'duplicate'
          : content === null
            ? 'missing_value'
            : null;
    if (reason === null && contactId !== null && content !== null) {
      alreadySent.add(contactId);
      ready.push({ recipient, contactId, content });
    } else results.push({ n: recipient.n, contact_id: contactId, message_id: null, reason });
  }
  return [...results, ...(await send(tx, campaign, ready, changes))];
}

/** The contacts of recipients by their number: contacts may have been merged since the snapshot, and new numbers become contacts. */
async function contactsOf(
  tx: TenantTx,
  campaign: LockedCampaign,
  recipients: readonly NextRecipient[],
  changes: NewChange[],
): Promise<Map<number, string>> {
  const reachable = recipients.filter((recipient) => recipient.phone_number !== null || recipient.to_user_id !== null);
  const known = reachable.filter((recipient) => recipient.contact_id !== null);
  const holders = await findIdentityOwners(tx, known.map(identityOf));
  const contacts = new Map(known.flatMap((recipient, index) => entry(recipient.n, holders.get(index))));
  const newContacts = new Map<string, { recipient: ContactInput; places: number[] }>();
  for (const next of reachable) {
    if (next.contact_id !== null) continue;
    const recipient: ContactInput = {
      clientId: tx.clientId,
      ...identityOf(next),
      value: next.phone_number ?? next.to_user_id ?? '',
      name: next.name,
      username: null,
      other: null,
      ...(campaign.sandbox ? { sandbox: true } : {}),
    };
    const there = newContacts.get(identityKey(recipient));
    if (there === undefined) newContacts.set(identityKey(recipient), { recipient, places: [next.n] });
    else there.places.push(next.n);
  }
  if (newContacts.size === 0) return contacts;
  const wanted = [...newContacts.values()].map(({ recipient }) => recipient);
  const { contactIds, changes: made } = await ensureContacts(tx, wanted, newId);
  for (const [key, { places }] of newContacts) {
    for (const n of places) for (const [index, id] of entry(n, contactIds.get(key))) contacts.set(index, id);
  }
  changes.push(...made.map((change): NewChange => ({ ...change, collection: 'contacts' })));
  return contacts;
}

const entry = (n: number, id: string | undefined): Array<[number, string]> => (id === undefined ? [] : [[n, id]]);

function identityOf({ phone_number, to_user_id }: NextRecipient): { kind: 'phone' | 'user'; key: string } {
  return phone_number === null
    ? { kind: 'user', key: to_user_id ?? '' }
    : { kind: 'phone', key: phoneMatchKey(phone_number) };
}

/** The content of the message; null when a value is missing: such a message is never sent. */
function contentFor(campaign: LockedCampaign, recipient: NextRecipient): Record<string, unknown> | null {
  const { template, template_id, values } = messageOf(campaign, recipient);
  const components = fillTemplate(template, values);
  const { known } = withUploadedHeader(components);
  if (templateFillProblems(template, known).length > 0) return null;
  const { name, language } = template;
  return { id: template_id, name, language, components, display: templateDisplay(template, known) };
}

/**
 * Adds the uploaded file of the header, which all recipients share: looked up once per batch, and not uploaded to
 * WhatsApp again when the channel has done that. Null when it is gone.
 */
function headerFiles(tx: TenantTx, { channel_id: channelId }: LockedCampaign) {
  const found = new Map<string, Promise<Record<string, unknown> | null>>();
  const find = async (file: HeaderFile): Promise<Record<string, unknown> | null> => {
    const stored = await fileForSending(tx, file).catch((error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    });
    const uploaded = stored === null ? null : await findUploadOfMedia(tx, file.mediaId, channelId);
    return uploaded === null ? stored : { ...stored, provider_media_id: uploaded };
  };
  return async (content: Record<string, unknown> | null): Promise<Record<string, unknown> | null> => {
    if (content === null) return null;
    const { file } = withUploadedHeader(content['components'] as Record<string, unknown>[]);
    if (file === null) return content;
    const known = found.get(file.mediaId) ?? find(file);
    found.set(file.mediaId, known);
    const stored = await known;
    return stored === null ? null : { ...stored, ...content };
  };
}

type ReadyMessage = { recipient: NextRecipient; contactId: string; content: Record<string, unknown> };

async function send(
  tx: TenantTx,
  campaign: LockedCampaign,
  ready: readonly ReadyMessage[],
  changes: NewChange[],
): Promise<RecipientResult[]> {
  if (ready.length === 0) return [];
  const { clientId } = tx;
  const wanted = ready.map(
    ({ recipient, contactId }): WantedThread => ({
      clientId,
      channelId: campaign.channel_id,
      contactId,
      toPhone: recipient.phone_number,
      toUserId: recipient.phone_number === null ? recipient.to_user_id : null,
      // No work for the team until the contact replies.
      state: 'DONE',
      firstMessageId: messageIdOf(tx, campaign, recipient),
    }),
  );
  const { threadIds, made } = await ensureThreads(tx, wanted, newId);
  changes.push(
    ...[...made].map((id): NewChange => ({ clientId, collection: 'threads', id, marker: 'NEW', version: 1 })),
  );
  const messages = ready.map((message, index): OutgoingMessage => {
    const thread = wanted[index];
    const threadId = thread === undefined ? undefined : threadIds.get(threadKey(thread));
    if (threadId === undefined) throw new Error('a thread could not be made');
    return messageFor(tx, campaign, message, threadId);
  });
  const { results, changes: written } = await addUnpublished(tx, messages);
  changes.push(...written);
  return ready.map(({ recipient, contactId }, index) => {
    const { id = null } = messages[index] ?? {};
    const verdict = results[index]?.verdict;
    if (verdict === undefined) throw new Error('a send came back without a result');
    const reason = reasonFor(verdict);
    const variant = reason === null ? messageOf(campaign, recipient).variant : null;
    return { n: recipient.n, contact_id: contactId, message_id: reason === null ? id : null, reason, variant };
  });
}

/** Stable: after a rollback or a restore this recipient gets the same message. */
function messageIdOf(tx: TenantTx, { id }: LockedCampaign, { n }: NextRecipient): string {
  return idFromKey(tx.clientId, 'campaign', id, String(n));
}

function messageFor(
  tx: TenantTx,
  campaign: LockedCampaign,
  { recipient, content }: ReadyMessage,
  threadId: string,
): OutgoingMessage {
  return {
    id: messageIdOf(tx, campaign, recipient),
    triggerId: newId(),
    threadId,
    channelId: campaign.channel_id,
    source: campaign.area,
    medium: campaign.created_by.startsWith('api:') ? 'API' : 'WEB_APP',
    type: 'template',
    content,
    marketing: messageOf(campaign, recipient).template.category === 'MARKETING',
    contextMessageId: null,
    confirmSeen: null,
    requestHash: createHash('sha256').update(`${campaign.id}/${recipient.n}`).digest('hex'),
    createdBy: campaign.created_by,
    metaType: 'campaign',
    priority,
  };
}

/** Why a message was not accepted; null when it was. */
function reasonFor(verdict: SendVerdict): string | null {
  switch (verdict) {
    case 'ok':
    case 'exists':
      return null;
    case 'no_marketing':
      return 'opted_out';
    case 'blocked':
    case 'marketing_limit':
    case 'suppressed':
    case 'not_a_test_phone':
      return verdict;
    // Other results cannot occur for templates into locked threads: the batch rolls back and is retried.
    default:
      throw new Error(`a broadcast was refused as ${verdict}`);
  }
}
