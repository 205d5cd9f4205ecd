import type { Language } from '@parley/contract/languages';
import { said } from '@parley/contract/said';
import type { NotificationItem, PushPayload } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import type { Job, JobKind, JobResult } from '../../platform/jobs/runner.ts';
import { enqueueEmail, notifyMailWorker } from '../../platform/mail/outbox.ts';
import { findLanguage } from '../../platform/mail/recipient-query.ts';
import type { Platform } from '../../platform/platform.ts';
import { translate } from '../../platform/texts/translate.ts';
import { getClient } from '../accounts/public.ts';
import { listMemberViews } from '../team/public.ts';
import { listUnreadAutomations } from './automations-query.ts';
import { listUnreadCampaigns } from './campaigns-query-repo.ts';
import { defaultSettings } from './default-settings.ts';
import { deleteDevice, deleteIfEnded, findDevice, noteDeviceResult } from './device-repo.ts';
import { presentNotifications } from './present.ts';
import { type PushResult, type PushTarget, pushByOneSignal, pushToDevice } from './providers.ts';
import {
  findLastEmail,
  findNotification,
  findSettings,
  listForDigest,
  type NotificationRow,
  setEmailed,
} from './repo.ts';
import { findReader } from './subjects-query.ts';
import { listUnread } from './threads-query-repo.ts';

const digestLifeS = 24 * 3_600;
/** A member gets four emails an hour at most: what is due meanwhile is in the next. */
const digestGapMs = 15 * 60_000;
/** After this many attempts a push is old news. */
const maxAttempts = 6;

export function notificationJobs(platform: Platform): JobKind[] {
  return [
    { name: 'notifications.push', maxAttempts, run: (job) => push(platform, job) },
    { name: 'notifications.digest', run: (job) => sendDigest(platform, job) },
  ];
}

async function push(platform: Platform, job: Job): Promise<JobResult> {
  const { notification = '', device: deviceId = '' } = job.payload;
  if (deviceId !== 'onesignal') {
    await deleteIfEnded(platform.db.system.statements('notifications'), job.clientId, deviceId);
  }
  const about = await platform.db.withTenant(
    job.clientId,
    async (tx) => {
      const row = await findNotification(tx, notification);
      if (row === null || row.read_at !== null) return null;
      const [item] = await presentFor(tx, row.user_id, [row]);
      if (item === undefined) return null;
      const unread = [
        ...(await listUnread(tx, row.user_id)).map(({ thread_id }) => thread_id),
        ...(await listUnreadCampaigns(tx, row.user_id)).map(({ campaign_id }) => campaign_id),
        ...(await listUnreadAutomations(tx, row.user_id)).map(({ automation_id }) => automation_id),
      ];
      const device = deviceId === 'onesignal' ? null : await findDevice(tx, deviceId);
      const email = (await findReader(tx, row.user_id))?.email ?? '';
      return { row, item, unread, device, email, account: (await getClient(tx)).name };
    },
    { readOnly: true },
  );
  // Read, or out of the member's sight, before it was sent.
  if (about === null) return undefined;
  const { row, item, unread, device, account, email } = about;
  const language = await languageOf(platform, email);
  const payload = payloadOf(language, job.clientId, item, account, unread);
  if (deviceId === 'onesignal') {
    const message = {
      id: job.id,
      uid: row.user_id,
      target: targetOf(row),
      title: translate(language, genericTitle(item)),
    };
    return settle(await pushByOneSignal(platform, message, job.signal), job);
  }
  if (device === null) return undefined;
  const urgency = row.kind === 'other' || row.kind === 'unassigned' ? 'normal' : 'high';
  const result = await pushToDevice(platform, job.clientId, device, payload, urgency, job.signal);
  await platform.db.withTenant(job.clientId, (tx) => noteResult(tx, device.id, result));
  return settle(result, job);
}

/** The language in which a member is told. */
export async function languageOf(platform: Platform, email: string): Promise<Language> {
  return (await findLanguage(platform.db.system.statements('notifications'), email)) ?? 'en';
}

/** Writes what became of a push; a browser that takes none any more is forgotten. */
export async function noteResult(tx: TenantTx, deviceId: string, result: PushResult): Promise<void> {
  if (result.kind === 'gone') await deleteDevice(tx, deviceId, null);
  else await noteDeviceResult(tx, deviceId, result.kind === 'sent' ? null : result.reason);
}

/** Has the job run again where the push service asked for it. */
export function settle(result: PushResult, job: Job): JobResult {
  if (result.kind !== 'retry') return undefined;
  job.signal.throwIfAborted();
  if (result.afterMs !== null && result.afterMs > 0) return { againInMs: result.afterMs };
  throw new Error(result.reason);
}

/** Notifications as their member may read them now. */
async function presentFor(tx: TenantTx, uid: string, rows: readonly NotificationRow[]): Promise<NotificationItem[]> {
  const member = (await listMemberViews(tx)).find(({ user_id }) => user_id === uid);
  return member === undefined ? [] : presentNotifications(tx, rows, member.view);
}

function targetOf({
  thread_id: thread,
  campaign_id: campaign,
  automation_id: automation,
}: NotificationRow): PushTarget {
  if (automation !== null) return { id: automation, path: `/automations?edit=${automation}` };
  return thread === null
    ? { id: campaign ?? '', path: `/broadcast/history/${campaign}` }
    : { id: thread, path: `/inbox/${thread}` };
}

const campaignTitles = {
  paused: 'A broadcast paused',
  finished: 'A broadcast finished',
  cancelled: 'A broadcast did not start',
  winner_chosen: 'An A/B test was decided',
};

function genericTitle({ kind, campaign, message }: Pick<NotificationItem, 'kind' | 'campaign' | 'message'>): string {
  if (campaign !== null) return campaignTitles[campaign.event];
  if (kind === 'mention') return 'You were mentioned';
  if (kind === 'assigned') return 'A conversation was assigned to you';
  if (kind === 'closing') return 'A reply window closes soon';
  if (kind === 'due') return 'A reply is due soon';
  if (kind === 'overdue') return 'A reply is overdue';
  if (kind === 'resolve_due') return 'A conversation is due soon';
  if (kind === 'resolve_overdue') return 'A conversation is overdue';
  if (kind === 'automation_paused') return 'An automation paused';
  if (kind === 'bot_loop') return 'An automation stopped answering a bot';
  if (kind === 'failed') return 'A message was not sent';
  return message?.type === 'call' ? 'Missed call' : 'New message';
}

function nameOf(language: Language, { contact }: NotificationItem): string | null {
  return contact?.name || contact?.username || (contact?.is_group ? translate(language, said('WhatsApp group')) : null);
}

const stateful: ReadonlySet<string> = new Set(['call', 'system', 'interactive']);

/** The name of a broadcast or an automation. */
const aboutName = ({ campaign, automation }: NotificationItem) => (campaign ?? automation)?.name ?? null;

function payloadOf(
  language: Language,
  clientId: string,
  item: NotificationItem,
  account: string,
  unread: string[],
): PushPayload {
  const name = aboutName(item) ?? nameOf(language, item);
  const { message } = item;
  // The row of a call, and of an answer without words, has a state in place of them.
  const text = message === null || stateful.has(message.type) ? null : message.text;
  const title = translate(language, genericTitle(item));
  const isMessage = item.kind === 'mine' || item.kind === 'unassigned' || item.kind === 'other';
  return {
    kind: item.kind,
    client_id: clientId,
    thread_id: item.thread_id,
    campaign_id: item.campaign?.id ?? null,
    automation_id: item.automation?.id ?? null,
    title: name !== null && isMessage ? name : title,
    body: [isMessage ? null : name, text ?? (isMessage ? title : null), text === null ? account : null]
      .filter((part) => part !== null)
      .join(' · ')
      .slice(0, 200),
    ...(isMessage ? { reply: translate(language, said('Reply')) } : {}),
    unread,
    silent: false,
  };
}

/** One email about everything that is unread for so long, unless the member has the application open. */
async function sendDigest(platform: Platform, job: Job): Promise<JobResult> {
  const { user = '' } = job.payload;
  const about = await job.transaction(async (tx) => {
    const reader = await findReader(tx, user);
    if (reader === null || reader.online) return null;
    const settings = (await findSettings(tx, [user])).get(user) ?? defaultSettings;
    const rows = await listForDigest(tx, user, settings.digest_minutes);
    if (rows.length === 0) return null;
    const waitMs = ((await findLastEmail(tx, user))?.getTime() ?? 0) + digestGapMs - Date.now();
    if (waitMs > 0) return waitMs;
    const items = await presentFor(tx, user, rows);
    return items.length === 0 ? null : { reader, items, ids: rows.map(({ id }) => id), client: await getClient(tx) };
  });
  if (about === null) return undefined;
  if (typeof about === 'number') return { againInMs: about };
  const { reader, items, ids, client } = about;
  const language = await languageOf(platform, reader.email);
  const told = (item: NotificationItem) => translate(language, genericTitle(item));
  const onlyCampaigns = items.every(({ campaign }) => campaign !== null);
  const isAboutThings = items.some((item) => aboutName(item) !== null);
  const conversations = items.length === 1 ? '1 unread conversation' : `${items.length} unread conversations`;
  const notifications = items.length === 1 ? '1 unread notification' : `${items.length} unread notifications`;
  const unread = isAboutThings ? notifications : conversations;
  await platform.db.system.transaction('notifications', (tx) =>
    enqueueEmail(
      tx,
      platform,
      {
        kind: 'notifications.digest',
        to: reader.email,
        subject: `${translate(language, unread)} · ${client.name}`,
        lines: [
          `While you were away from ${client.name}:`,
          ...items.slice(0, 20).map((item) => {
            const about = aboutName(item);
            if (about !== null) return { written: `${about}: ${told(item)}` };
            const name = nameOf(language, item) ?? translate(language, said('A customer'));
            const messages = translate(language, said(`${item.count} new messages`));
            return { written: `${name}: ${item.count > 1 ? messages : told(item)}` };
          }),
          ...(items.length > 20 ? [`And ${items.length - 20} more.`] : []),
        ],
        action: onlyCampaigns
          ? { label: 'Open broadcasts', url: `${platform.publicUrl()}/broadcast/history` }
          : { label: 'Open inbox', url: `${platform.publicUrl()}/inbox` },
        notes: ['Choose when you get these emails under Notifications in the application.'],
      },
      digestLifeS,
      job.clientId,
    ),
  );
  notifyMailWorker(platform);
  // A crash before this repeats the email: two are better than none.
  await job.transaction((tx) => setEmailed(tx, ids));
  return undefined;
}
