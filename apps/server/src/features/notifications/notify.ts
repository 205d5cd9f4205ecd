import { isQuiet } from '@parley/contract/quiet-hours';
import type { DeliveryMethods, NotificationKind, NotificationSettings } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { idFromKey, newId } from '../../platform/ids.ts';
import { enqueueJobs, type NewJob } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { defaultSettings } from './default-settings.ts';
import { listDevices } from './device-repo.ts';
import type { Occasion } from './occasions.ts';
import { findSettings, insertEventNotifications, type NewNotification, upsertNotifications } from './repo.ts';

/** The job collects a minute's notifications, so it looks when the last of them is due. */
const digestSpareMs = 60_000;

/** Kinds that say more than the others come first. */
const weights: Record<NotificationKind, number> = {
  mention: 0,
  assigned: 1,
  failed: 2,
  overdue: 3,
  resolve_overdue: 3,
  resolve_due: 3,
  due: 3,
  closing: 3,
  broadcast: 3,
  bot_loop: 2,
  automation_paused: 2,
  mine: 4,
  unassigned: 5,
  other: 6,
};

const isMessage = ({ kind }: Occasion) => kind === 'mine' || kind === 'unassigned' || kind === 'other';

/** One for each member and event of a broadcast or an automation, and for each member and conversation, with the newest event of the strongest kind. */
function gather(occasions: readonly Occasion[]): (Occasion & { count: number })[] {
  const byThread = new Map<string, Occasion & { count: number }>();
  for (const occasion of occasions) {
    const key = `${occasion.user_id} ${occasion.thread_id ?? occasion.subject_id}`;
    const before = byThread.get(key);
    const stays = before !== undefined && weights[before.kind] < weights[occasion.kind];
    byThread.set(key, { ...(stays ? before : occasion), count: (before?.count ?? 0) + (isMessage(occasion) ? 1 : 0) });
  }
  return [...byThread.values()];
}

/** The rule of a kind: how members want to be told of replies that are due holds for resolutions. */
function ruleOf(kind: NotificationKind): Exclude<keyof NotificationSettings['rules'], 'call'> {
  if (kind === 'resolve_due') return 'due';
  return kind === 'resolve_overdue' ? 'overdue' : kind;
}

function methodsFor({ kind, unassigned }: Occasion, { rules }: NotificationSettings): DeliveryMethods {
  const { [ruleOf(kind)]: own, unassigned: all } = rules;
  if (unassigned !== true) return own;
  const both = (method: keyof DeliveryMethods) => own[method] && all[method];
  return { in_app: both('in_app'), desktop: both('desktop'), phone: both('phone'), email: both('email') };
}

/** Adds the notifications that members' rules want, and the jobs that deliver them. */
export async function notify(
  platform: Platform,
  tx: TenantTx,
  occasions: readonly Occasion[],
): Promise<{ changed: Set<string>; jobs: number }> {
  const gathered = gather(occasions);
  if (gathered.length === 0) return { changed: new Set(), jobs: 0 };
  const users = [...new Set(gathered.map(({ user_id }) => user_id))];
  const chosen = await findSettings(tx, users);
  const settingsOf = (uid: string) => chosen.get(uid) ?? defaultSettings;
  const wanted: NewNotification[] = gathered.flatMap((occasion) => {
    const methods = methodsFor(occasion, settingsOf(occasion.user_id));
    return Object.values(methods).some(Boolean) ? [{ ...occasion, ...methods, id: newId() }] : [];
  });
  if (wanted.length === 0) return { changed: new Set(), jobs: 0 };
  const rows = [
    ...(await upsertNotifications(
      tx,
      wanted.filter(({ thread_id }) => thread_id !== null),
    )),
    ...(await insertEventNotifications(
      tx,
      wanted.filter(({ thread_id }) => thread_id === null),
    )),
  ];
  const devices = await listDevices(tx, users);
  const now = new Date();
  const minute = String(Math.floor(now.getTime() / 60_000));
  const { clientId } = tx;
  const jobs = rows.flatMap((row): NewJob[] => {
    const { user_id: uid } = row;
    const settings = settingsOf(uid);
    const push = (device: string): NewJob => ({
      clientId,
      kind: 'notifications.push',
      weight: 'light',
      priority: -1,
      key: `push/${device}/${row.thread_id ?? row.subject_id}`,
      payload: { notification: row.id, device },
    });
    const pushed = isQuiet(settings, now)
      ? []
      : [
          ...devices.filter(({ user_id, kind }) => user_id === uid && row[kind]).map(({ id }) => push(id)),
          ...(platform.config.ONESIGNAL_API_KEY !== undefined && (row.desktop || row.phone) ? [push('onesignal')] : []),
        ];
    if (!row.email) return pushed;
    const digest: NewJob = {
      clientId,
      id: idFromKey(clientId, 'digest', uid, minute),
      kind: 'notifications.digest',
      weight: 'light',
      key: `digest/${uid}`,
      payload: { user: uid },
      delayMs: settings.digest_minutes * 60_000 + digestSpareMs,
    };
    return [...pushed, digest];
  });
  await enqueueJobs(tx, jobs);
  return { changed: new Set(rows.map(({ user_id }) => user_id)), jobs: jobs.length };
}
