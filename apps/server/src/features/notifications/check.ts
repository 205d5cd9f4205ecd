import { said } from '@parley/contract/said';
import type { OutputOf } from '@parley/contract/types';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { newId } from '../../platform/ids.ts';
import { enqueueEmail, notifyMailWorker } from '../../platform/mail/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import { translate } from '../../platform/texts/translate.ts';
import { listDevices } from './device-repo.ts';
import { languageOf, noteResult } from './jobs.ts';
import { type PushResult, pushByOneSignal, pushToDevice } from './providers.ts';
import { findReader } from './subjects-query.ts';

type Checked = OutputOf<'POST /api/notifications/check'>['data'][number];

const emailLifeS = 3_600;

/** Sends a test by every method of a member and waits for the answers of the push services. */
export async function checkMethods(platform: Platform, actor: MemberActor): Promise<Checked[]> {
  const { clientId, uid } = actor;
  const { devices, reader } = await platform.db.withTenant(
    clientId,
    async (tx) => ({ devices: await listDevices(tx, [uid]), reader: await findReader(tx, uid) }),
    { readOnly: true },
  );
  const language = await languageOf(platform, reader?.email ?? '');
  const title = translate(language, said('Test notification'));
  platform.notifier.notify('notifications', `${clientId} ${uid}`);
  const inApp: Checked = { method: 'in_app', device_id: null, name: '', state: 'sent', reason: null, took_ms: 0 };
  const pushed = devices.map(async (device): Promise<Checked> => {
    const payload = {
      kind: 'check' as const,
      client_id: clientId,
      thread_id: null,
      campaign_id: null,
      automation_id: null,
      title,
      body: translate(language, 'Push notifications reach this browser.'),
      unread: [],
      silent: true,
    };
    const [result, tookMs] = await timed(() => pushToDevice(platform, clientId, device, payload, 'high'));
    await platform.db.withTenant(clientId, (tx) => noteResult(tx, device.id, result));
    return { method: 'push', device_id: device.id, name: device.name, ...outcomeOf(result), took_ms: tookMs };
  });
  const oneSignal = async (): Promise<Checked[]> => {
    if (platform.config.ONESIGNAL_API_KEY === undefined) return [];
    const message = { id: newId(), uid, target: null, title };
    const [result, tookMs] = await timed(() => pushByOneSignal(platform, message));
    return [{ method: 'push', device_id: null, name: 'OneSignal', ...outcomeOf(result), took_ms: tookMs }];
  };
  const email = reader === null ? [] : [await checkEmail(platform, clientId, reader.email)];
  return [inApp, ...(await Promise.all(pushed)), ...(await oneSignal()), ...email];
}

async function checkEmail(platform: Platform, clientId: string, to: string): Promise<Checked> {
  if (platform.config.SMTP_URL === undefined) {
    const reason = 'No mail server is set up. Ask the operator to set SMTP_URL.';
    return { method: 'email', device_id: null, name: to, state: 'failed', reason, took_ms: 0 };
  }
  const [, tookMs] = await timed(() =>
    platform.db.system.transaction('notifications', (tx) =>
      enqueueEmail(
        tx,
        platform,
        {
          kind: 'notifications.check',
          to,
          subject: 'Test notification',
          lines: ['Notifications by email reach you.'],
          action: { label: 'Open inbox', url: `${platform.publicUrl()}/inbox` },
        },
        emailLifeS,
        clientId,
      ),
    ),
  );
  notifyMailWorker(platform);
  return { method: 'email', device_id: null, name: to, state: 'sent', reason: null, took_ms: tookMs };
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now();
  const result = await work();
  return [result, Math.round(performance.now() - began)];
}

function outcomeOf(result: PushResult): Pick<Checked, 'state' | 'reason'> {
  if (result.kind === 'sent') return { state: 'sent', reason: null };
  if (result.kind === 'gone')
    return { state: 'failed', reason: 'The device is no longer registered. Sign in there again.' };
  return { state: 'failed', reason: result.reason };
}
