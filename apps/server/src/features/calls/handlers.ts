import type { PhoneCall } from '@parley/contract/types';
import type { CallOutcome, WhatsAppClient } from '@parley/whatsapp-client';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { getChannelClient, outcomeMessage, type ProviderAccess } from '../channels/public.ts';
import { findThreads } from '../messaging/public.ts';
import { addChanges, type Hydrate } from '../sync/public.ts';
import { visibilityOf } from '../team/public.ts';
import { type CallRow, findCalls, listMembersThere, listOpen, type MoveFields, moveCall } from './call-repo.ts';
import type { CallStep } from './call-state.ts';
import { endAtWhatsApp } from './hang-up.ts';
import { presentCalls } from './present.ts';

/** The customer and a member wait. */
const timeoutMs = 10_000;

type Act = (client: WhatsAppClient, of: Parameters<WhatsAppClient['rejectCall']>[0]) => Promise<CallOutcome<true>>;

export function callHandlers(platform: Platform, providers: ProviderAccess): Handlers {
  const { withTenant } = platform.db;

  const gone = () => new AppError('not_found', { message: 'This call was not found.' });

  async function present(tx: TenantTx, actor: MemberActor, rows: readonly CallRow[]): Promise<PhoneCall[]> {
    if (rows.length === 0) return [];
    const threads = await findThreads(tx, [...new Set(rows.map(({ thread_id: id }) => id))]);
    return presentCalls(actor, rows, threads, await listMembersThere(tx));
  }

  /** @throws AppError('not_found') also for a call of a conversation that the actor does not see */
  async function find(
    actor: MemberActor,
    id: string,
    isOwn: (row: CallRow) => boolean = () => false,
  ): Promise<CallRow> {
    const row = await withTenant(
      actor.clientId,
      async (tx) => {
        const [found] = isUuid(id) ? await findCalls(tx, [id]) : [];
        if (found === undefined || isOwn(found)) return found;
        const [thread] = await findThreads(tx, [found.thread_id]);
        return thread !== undefined && visibilityOf(actor).canSeeThread(thread) ? found : undefined;
      },
      { readOnly: true },
    );
    if (row === undefined) throw gone();
    return row;
  }

  /** @returns null when the call is in no state in which that can happen */
  async function move(actor: MemberActor, id: string, step: CallStep, fields?: MoveFields): Promise<CallRow | null> {
    const row = await withTenant(actor.clientId, async (tx) => {
      const moved = await moveCall(tx, id, step, fields);
      if (moved !== null) {
        await addChanges(tx, [{ collection: 'calls', id, marker: 'MODIFIED', version: moved.version }]);
      }
      return moved;
    });
    if (row !== null) platform.notifier.notify('changes_new', actor.clientId);
    return row;
  }

  async function atWhatsApp(clientId: string, call: CallRow, act: Act): Promise<CallOutcome<true>> {
    const { row, client, accessToken } = await getChannelClient(platform, providers, clientId, call.channel_id);
    const callId = call.provider_call_id ?? '';
    return act(client, { accessToken, phoneNumberId: row.phone_number_id, callId, timeoutMs });
  }

  /** The call as it is for who came too late. */
  async function refuse(actor: MemberActor, id: string): Promise<never> {
    const { state, direction, member_id: member } = await find(actor, id);
    if (direction === 'outgoing') throw new AppError('validation_failed', { message: 'Your team placed this call.' });
    const message = state === 'answered' && member !== null ? 'Someone else took this call.' : 'This call has ended.';
    throw new AppError('version_conflict', { message });
  }

  /**
   * Tells WhatsApp what a member did. Where that fails others can try again; nothing changes where the end is known
   * meanwhile. @throws AppError with WhatsApp's words
   */
  async function tell(actor: MemberActor, call: CallRow, act: Act): Promise<void> {
    try {
      const outcome = await atWhatsApp(actor.clientId, call, act);
      if (outcome.kind === 'ok') return;
      if (outcome.kind === 'failed') throw new AppError('validation_failed', { message: outcomeMessage(outcome) });
      throw new AppError('unavailable', { message: `${outcome.error.title}. The call still rings.`, retryAfterS: 1 });
    } catch (error) {
      await move(actor, call.id, 'ring_again', { offer: call.offer });
      throw error;
    }
  }

  return {
    'GET /api/calls': async ({ actor }) => ({
      status: 200,
      body: {
        data: await withTenant(actor.clientId, async (tx) => present(tx, actor, await listOpen(tx)), {
          readOnly: true,
        }),
      },
    }),
    async 'POST /api/calls/{id}/answer'({ actor }, { params, body: { device_id: deviceId, sdp } }) {
      const before = await find(actor, params.id);
      const isRepeated =
        before.direction === 'incoming' &&
        before.state === 'answered' &&
        before.device_id === deviceId &&
        before.connected_at !== null;
      const call = isRepeated
        ? before
        : ((await move(actor, before.id, 'answer', { memberId: actor.uid, deviceId })) ??
          (await refuse(actor, before.id)));
      if (!isRepeated) {
        await tell(actor, before, async (client, of) => {
          const prepared = await client.preAcceptCall({ ...of, sdp });
          return prepared.kind === 'ok' ? client.acceptCall({ ...of, sdp }) : prepared;
        });
      }
      const connected = isRepeated ? call : ((await move(actor, call.id, 'connect')) ?? call);
      const [shown] = await withTenant(actor.clientId, (tx) => present(tx, actor, [connected]), { readOnly: true });
      if (shown === undefined) throw gone();
      return { status: 200, body: shown };
    },
    async 'POST /api/calls/{id}/decline'({ actor }, { params }) {
      const before = await find(actor, params.id);
      const call =
        (await move(actor, before.id, 'decline', { memberId: actor.uid })) ?? (await refuse(actor, before.id));
      await tell(actor, before, (client, of) => client.rejectCall(of));
      return { status: 200, body: { id: call.id } };
    },
    async 'POST /api/calls/{id}/hang-up'({ actor }, { params, body: { device_id: deviceId, page_left: pageLeft } }) {
      // Also of a conversation that the member no longer sees: who talks can hang up.
      const call = await find(actor, params.id, (row) => row.member_id === actor.uid);
      if (call.member_id !== actor.uid || call.device_id !== deviceId) {
        throw new AppError('forbidden', { message: 'Only the page that answered or placed a call can end it.' });
      }
      if (call.state === 'answered' || (call.direction === 'outgoing' && call.state !== 'ended')) {
        // First here: WhatsApp's word of the end may come before its answer. One that it did not name yet is ended by
        // whoever is told its name.
        const ended = await move(actor, call.id, call.direction === 'outgoing' ? 'end_own' : 'hang_up', { pageLeft });
        if (ended !== null) await endAtWhatsApp(platform, providers, actor.clientId, ended);
      }
      return { status: 200, body: { id: call.id } };
    },
  };
}

export const hydrateCalls: Hydrate = async (tx, ids) => {
  const rows = await findCalls(tx, ids);
  return new Map(
    rows.map(({ id, version, thread_id, state }) => [id, { version, data: { id, thread_id, state, version } }]),
  );
};
