import type { Thread } from '@parley/contract/types';
import { type BlockOutcome, type CallOutcome, classifyError, type WhatsAppClient } from '@parley/whatsapp-client';
import type { AccountActor, Call } from '../../platform/auth/actor.ts';
import { auditEventOf, logAudit, writeAudit } from '../../platform/auth/audit.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { getChannelClient, outcomeMessage, type ProviderAccess, requireOutcome } from '../channels/public.ts';
import { clearBlockedByUs } from '../contacts/public.ts';
import {
  blockThread,
  getVisibleThread,
  insertThreadEvents,
  listBlockAddresses,
  lockVisibleThread,
  presentThread,
  touchThreadsOfContact,
  unblockThread,
} from '../messaging/public.ts';
import { addChanges } from '../sync/public.ts';
import { visibilityOf } from '../team/public.ts';

/** A member waits for these calls. */
const timeoutMs = 15_000;
/** The longest page of WhatsApp's list, and how many of them are read to find one customer. */
const pageSize = 100;
const mostPages = 20;

type Reached = {
  client: WhatsAppClient;
  number: { accessToken: string; phoneNumberId: string; timeoutMs: number };
  users: string[];
};

/**
 * Blocking customers at WhatsApp. WhatsApp is asked first and what it did is stored then: repeating a call after a crash
 * between the two stores it.
 */
export function blockHandlers(platform: Platform, providers: ProviderAccess): Handlers {
  const { withTenant } = platform.db;

  async function reach({ actor }: Call<AccountActor>, id: string): Promise<Reached> {
    const found = await withTenant(
      actor.clientId,
      async (tx) => {
        const thread = await getVisibleThread(tx, id, visibilityOf(actor));
        return { thread, users: await listBlockAddresses(tx, thread.contact_id) };
      },
      { readOnly: true },
    );
    const { group_id: group, contact_name: name } = found.thread;
    if (group !== null) {
      throw invalid('id', 'A WhatsApp group can’t be blocked. Block its people in their own conversations.');
    }
    if (found.users.length === 0) {
      throw invalid(
        'id',
        name === ''
          ? 'This customer has no phone number and no user ID to block.'
          : `${name} has no phone number and no user ID to block.`,
      );
    }
    const { row, client, accessToken } = await getChannelClient(
      platform,
      providers,
      actor.clientId,
      found.thread.channel_id,
    );
    if (row.kind !== 'WHATSAPP') {
      throw new AppError('validation_failed', { message: 'Customers can only be blocked on WhatsApp channels.' });
    }
    return { client, number: { accessToken, phoneNumberId: row.phone_number_id, timeoutMs }, users: found.users };
  }

  /** Stores what WhatsApp did: thread, activity and audit log. */
  async function store(call: Call<AccountActor>, id: string, kind: 'blocked' | 'unblocked'): Promise<Thread> {
    const { actor } = call;
    const view = visibilityOf(actor);
    const action = kind === 'blocked' ? 'inbox.contact_blocked' : 'inbox.contact_unblocked';
    const event = auditEventOf(call, action, id);
    const stored = await withTenant(actor.clientId, async (tx) => {
      const thread = await lockVisibleThread(tx, id, view);
      const version =
        kind === 'blocked' ? await blockThread(tx, thread.id, actor.author) : await unblockThread(tx, thread.id);
      const unmarked = kind === 'blocked' ? [] : await clearMarks(tx, thread.contact_id);
      const lines =
        version === null ? [] : await insertThreadEvents(tx, thread.id, [{ kind, detail: {} }], actor.author);
      const changed = version === null ? unmarked : [...unmarked, { id: thread.id, version }];
      await addChanges(tx, [
        ...changed.map((row) => ({ collection: 'threads' as const, marker: 'MODIFIED' as const, ...row })),
        ...lines,
      ]);
      if (version !== null) await writeAudit(tx, { ...event, target: thread.contact_id });
      return { row: await getVisibleThread(tx, thread.id, null), isNew: version !== null };
    });
    if (stored.isNew) logAudit(platform.log, event);
    platform.notifier.notify('changes_new', actor.clientId);
    return view.thread(presentThread(stored.row));
  }

  return {
    async 'POST /api/threads/{id}/block'(call, { params }) {
      const { client, number, users } = await reach(call, params.id);
      requireOne(await client.blockUsers({ ...number, users }));
      return { status: 200, body: await store(call, params.id, 'blocked') };
    },
    async 'POST /api/threads/{id}/unblock'(call, { params }) {
      const reached = await reach(call, params.id);
      const { client, number, users } = reached;
      const outcome = await client.unblockUsers({ ...number, users });
      // Someone may have unblocked them elsewhere: then WhatsApp refuses, and there is nothing left to do.
      if (isRefused(outcome) && (await isStillBlocked(reached))) requireOne(outcome);
      return { status: 200, body: await store(call, params.id, 'unblocked') };
    },
  };
}

/** Failed messages may have said that the contact is blocked; that is over. */
async function clearMarks(tx: TenantTx, contactId: string): Promise<Array<{ id: string; version: number }>> {
  return (await clearBlockedByUs(tx, contactId)) ? touchThreadsOfContact(tx, tx.clientId, contactId) : [];
}

function isRefused(outcome: CallOutcome<BlockOutcome>): boolean {
  return outcome.kind === 'failed' || (outcome.kind === 'ok' && outcome.value.done.length === 0);
}

/** @throws AppError with WhatsApp's reason when none of the customer's numbers was changed */
function requireOne(outcome: CallOutcome<BlockOutcome>): void {
  const { done, failed } = requireOutcome(outcome, 'id');
  if (done.length > 0) return;
  const error = classifyError(null, failed[0]?.errors[0] ?? null);
  throw invalid('id', outcomeMessage({ kind: 'failed', error }));
}

async function isStillBlocked({ client, number, users }: Reached): Promise<boolean> {
  let after: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const outcome = await client.listBlockedUsers({ ...number, limit: pageSize, ...(after ? { after } : {}) });
    const { rows, after: next } = requireOutcome(outcome, 'id');
    const isOne = ({ phone, userId }: (typeof rows)[number]) =>
      (phone !== null && users.includes(`+${phone}`)) || (userId !== null && users.includes(userId));
    if (rows.some(isOne)) return true;
    if (next === null) return false;
    after = next;
  }
  return true;
}
