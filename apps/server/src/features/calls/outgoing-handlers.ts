import type { PhoneCall } from '@parley/contract/types';
import type { CallOutcome } from '@parley/whatsapp-client';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { outcomeMessage, type ProviderAccess } from '../channels/public.ts';
import { findThreads, getVisibleThread, requireWriter, type ThreadRow, writerOf } from '../messaging/public.ts';
import { addChanges } from '../sync/public.ts';
import { visibilityOf } from '../team/public.ts';
import { type CallRow, findCalls, findMemberName } from './call-repo.ts';
import { endAtWhatsApp } from './hang-up.ts';
import { addOutgoing, findOutgoing, placeCall, refuseCall } from './outgoing-repo.ts';
import { askWhatsApp, callChannel, requireAddress } from './permission.ts';
import { findPermission, setPermission } from './permission-repo.ts';
import { presentCalls } from './present.ts';

/** The customer took their permission back, or it has ended, without a word to us. */
const noPermission = 138_006;

function calledBy({ uid }: MemberActor, call: CallRow | null, name: string | null): string {
  if (call?.member_id === uid) return 'You are calling this customer in another window.';
  return name === null ? 'This customer is being called.' : `${name} is calling this customer.`;
}

/** Calls of the business. */
export function outgoingHandlers(platform: Platform, providers: ProviderAccess): Handlers {
  const { withTenant } = platform.db;

  async function change(clientId: string, act: (tx: TenantTx) => Promise<CallRow | null>, isNew = false) {
    const row = await withTenant(clientId, async (tx) => {
      const changed = await act(tx);
      if (changed !== null) {
        const marker = isNew ? 'NEW' : 'MODIFIED';
        await addChanges(tx, [{ collection: 'calls', id: changed.id, marker, version: changed.version }]);
      }
      return changed;
    });
    if (row !== null) platform.notifier.notify('changes_new', clientId);
    return row;
  }

  /** Where nothing is known, or it has ended here, WhatsApp may know better. @throws AppError validation_failed */
  async function requirePermission(clientId: string, thread: ThreadRow): Promise<void> {
    const known = await withTenant(clientId, (tx) => findPermission(tx, thread.id), { readOnly: true });
    if (known?.allowed === true && !known.expired) return;
    const found = await askWhatsApp(platform, providers, clientId, thread);
    if (found?.granted === true) return;
    if (found === null && known === null) {
      const message =
        thread.contact_name === ''
          ? 'This customer’s number is hidden, so WhatsApp doesn’t say whether they allow calls. Ask them first.'
          : `The number of ${thread.contact_name} is hidden, so WhatsApp doesn’t say whether they allow calls. Ask them first.`;
      throw new AppError('validation_failed', { message });
    }
    throw new AppError('validation_failed', { message: 'The customer doesn’t allow calls. Ask them first.' });
  }

  /** The call under this id, when this page placed it before. @throws AppError version_conflict for anyone else's */
  async function repeated(actor: MemberActor, thread: ThreadRow, id: string, deviceId: string): Promise<CallRow> {
    const { same, other, name } = await withTenant(
      actor.clientId,
      async (tx) => {
        const [found] = await findCalls(tx, [id]);
        const open = await findOutgoing(tx, thread.id);
        const by = open?.member_id ?? null;
        return { same: found, other: open, name: by === null ? null : await findMemberName(tx, by) };
      },
      { readOnly: true },
    );
    if (same?.direction === 'outgoing' && same.member_id === actor.uid && same.device_id === deviceId) return same;
    const message =
      same === undefined && other === null ? 'The call has just ended. Call again.' : calledBy(actor, other, name);
    throw new AppError('version_conflict', { message });
  }

  /** @throws AppError with WhatsApp's words when there certainly is no call */
  async function dial(
    clientId: string,
    thread: ThreadRow,
    call: CallRow,
    sdp: string,
    { client, number }: Awaited<ReturnType<typeof callChannel>>,
  ): Promise<CallRow> {
    const { to_phone: phone, to_user_id: userId } = thread;
    const to = phone === null ? { userId: userId ?? '' } : { phone };
    const outcome = await client.startCall({ ...number, to, sdp, opaque: call.id });
    if (outcome.kind !== 'ok') return unplaced(clientId, thread.id, call, outcome);
    const placed = await change(clientId, (tx) => placeCall(tx, call.id, outcome.value.id));
    const [now = call] = placed === null ? await withTenant(clientId, (tx) => findCalls(tx, [call.id])) : [placed];
    // The member hung up meanwhile.
    if (now.state === 'ended') {
      await endAtWhatsApp(platform, providers, clientId, { ...now, provider_call_id: outcome.value.id });
    }
    return now;
  }

  async function unplaced(
    clientId: string,
    threadId: string,
    call: CallRow,
    outcome: Exclude<CallOutcome<unknown>, { kind: 'ok' }>,
  ): Promise<CallRow> {
    // It may ring: a webhook tells, and nobody dials again.
    if (outcome.kind === 'retry' && outcome.reason === 'answer_lost') return call;
    await change(clientId, (tx) => refuseCall(tx, call.id));
    if (outcome.error.code === noPermission) {
      await withTenant(clientId, (tx) => setPermission(tx, threadId, { allowed: false, expiresAt: null }));
    }
    if (outcome.kind === 'failed') throw new AppError('validation_failed', { message: outcomeMessage(outcome) });
    throw new AppError('unavailable', { message: `${outcome.error.title}. Nobody was called.`, retryAfterS: 1 });
  }

  async function present(actor: MemberActor, row: CallRow): Promise<PhoneCall> {
    const [shown] = await withTenant(
      actor.clientId,
      async (tx) => presentCalls(actor, [row], await findThreads(tx, [row.thread_id]), new Set()),
      { readOnly: true },
    );
    if (shown === undefined) throw new AppError('version_conflict', { message: 'This call has ended.' });
    return shown;
  }

  return {
    async 'POST /api/threads/{id}/calls'({ actor }, { params, body: { id, device_id: deviceId, sdp } }) {
      const { clientId } = actor;
      const thread = await withTenant(clientId, (tx) => getVisibleThread(tx, params.id, visibilityOf(actor)), {
        readOnly: true,
      });
      const [before] = await withTenant(clientId, (tx) => findCalls(tx, [id]), { readOnly: true });
      requireAddress(thread);
      const channel = await callChannel(platform, providers, clientId, thread.channel_id);
      if (before === undefined) await requirePermission(clientId, thread);
      const added = await change(
        clientId,
        async (tx) => {
          const row = await addOutgoing(tx, {
            ...{ id, deviceId, threadId: thread.id, channelId: thread.channel_id },
            ...{ phone: thread.to_phone, userId: thread.to_user_id, memberId: actor.uid },
          });
          // A call that was placed before is the same call.
          if (row !== null) await requireWriter(tx, thread.id, writerOf(actor));
          return row;
        },
        true,
      );
      const call =
        added === null
          ? await repeated(actor, thread, id, deviceId)
          : await dial(clientId, thread, added, sdp, channel);
      return { status: 200, body: await present(actor, call) };
    },
  };
}
