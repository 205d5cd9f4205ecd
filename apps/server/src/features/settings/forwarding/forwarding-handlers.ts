import type { AuditForwarding } from '@parley/contract/types';
import type { Call, MemberActor } from '../../../platform/auth/actor.ts';
import { auditChanges } from '../../../platform/auth/audit.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { callId, hashRequest } from '../../../platform/http/idempotency.ts';
import type { Handlers } from '../../../platform/http/routing.ts';
import { isUuid, newId } from '../../../platform/ids.ts';
import { findAddressProblem } from '../../../platform/outbound/address.ts';
import { addressErrorMessages } from '../../../platform/outbound/address-errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireRecent } from '../../identity/public.ts';
import {
  changeForwarding,
  deleteForwarding,
  type ForwardingRow,
  insertForwarding,
  listForwardings,
  lockForwarding,
} from './forwarding-repo.ts';
import { createForwardingSecret, openForwardingSecret } from './forwarding-secrets.ts';
import { sendBatch } from './send-batch.ts';
import { webAddressOf } from './syslog.ts';

type NewBody = {
  id?: string | undefined;
  name: string;
  kind: AuditForwarding['kind'];
  address: string;
  ca_certificate: string | null;
  include_past: boolean;
};

/** How long the request that added one may be repeated. */
const repeatMs = 24 * 3_600_000;
/** Of an event that is sent only, and stands in no log. */
const testAction = 'audit.test';

/** Where the audit log is forwarded to. */
export function forwardingHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const wake = (clientId: string) => platform.notifier.notify('audit_forwardings', clientId);
  const inLocked = <T>(call: Call<MemberActor>, id: string, work: LockedWork<T>): Promise<T> =>
    withTenant(call.actor.clientId, async (tx) => {
      const row = isUuid(id) ? await lockForwarding(tx, id) : null;
      if (row === null) throw new AppError('not_found', { message: 'This forwarding was not found.' });
      return work(tx, row);
    });
  return {
    'GET /api/audit-forwardings': async ({ actor }) => {
      const rows = await withTenant(actor.clientId, listForwardings, { readOnly: true });
      return { status: 200, body: { data: rows.map(present) } };
    },
    'POST /api/audit-forwardings': async (call, { body }) => {
      requireRecent(call.actor);
      await requireAddress(platform, body);
      const { row, created } = await create(platform, call, body);
      wake(call.actor.clientId);
      const secret = row.kind === 'webhook' ? openForwardingSecret(platform, call.actor.clientId, row) : null;
      return { status: created ? 201 : 200, body: { ...present(row), secret } };
    },
    'PUT /api/audit-forwardings/{id}': async (call, { params, body }) => {
      requireRecent(call.actor);
      const { version, ...change } = body;
      // Found before its address is looked up, so that a stranger's call looks up nothing.
      const { kind } = await inLocked(call, params.id, async (_tx, row) => row);
      if (body.address !== undefined) await requireAddress(platform, { kind, address: body.address });
      const changed = await inLocked(call, params.id, async (tx, before) => {
        if (version !== undefined && version !== before.version) {
          throw new AppError('version_conflict', {
            message: `${before.name} was changed meanwhile. Look again first.`,
          });
        }
        const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
        const wanted = { ...before, ...given };
        await changeForwarding(tx, wanted);
        await auditChanges(tx, call, 'settings.audit_forwarding_changed', before.id, audited(before), audited(wanted));
        return (await lockForwarding(tx, before.id)) ?? before;
      });
      wake(call.actor.clientId);
      return { status: 200, body: present(changed) };
    },
    'POST /api/audit-forwardings/{id}/test': async (call, { params }) => {
      const row = await inLocked(call, params.id, async (_tx, found) => found);
      const { clientId } = call.actor;
      const id = newId();
      const event = { id, action: testAction, actor: call.actor.author, target: row.id, ip: call.ip, detail: null };
      const events = [{ ...event, at: new Date().toISOString(), request_id: call.requestId }];
      const delivery = { clientId, forwarding: row, batchId: id, type: 'audit.test', events } as const;
      const error = await sendBatch(platform, delivery, call.signal);
      return { status: 200, body: { error } };
    },
    'DELETE /api/audit-forwardings/{id}': async (call, { params }) => {
      await inLocked(call, params.id, async (tx, before) => {
        await deleteForwarding(tx, before.id);
        await auditChanges(tx, call, 'settings.audit_forwarding_removed', before.id, audited(before), null);
      });
      return { status: 204, body: undefined };
    },
  };
}

type Tx = Parameters<typeof lockForwarding>[0];
type LockedWork<T> = (tx: Tx, row: ForwardingRow) => Promise<T>;

/** @throws AppError('validation_failed') for an address that does not fit the kind or must not be called */
async function requireAddress(platform: Platform, { kind, address }: Pick<NewBody, 'kind' | 'address'>): Promise<void> {
  const isSyslog = /^(?:tls|tcp):\/\/[^/?#]+:\d{1,5}$/.test(address);
  if (kind === 'syslog' && !isSyslog) throw invalid('address', 'Write tls://host:port or tcp://host:port.');
  const web = kind === 'syslog' ? webAddressOf(address) : address;
  const problem = await findAddressProblem(web, platform.config.ALLOWED_PRIVATE_HOSTS);
  // A name that does not resolve now may do so later; deliveries say when it does not.
  if (problem !== null && problem !== 'unknown_host') throw invalid('address', addressErrorMessages[problem]);
}

/** The same request within a day gets the same forwarding. */
async function create(platform: Platform, call: Call<MemberActor>, body: NewBody) {
  const { clientId, author } = call.actor;
  const id = callId(call, 'POST /api/audit-forwardings', body.id);
  const { name, kind, address, include_past: past } = body;
  const ca_certificate = kind === 'syslog' ? body.ca_certificate : null;
  const request_hash = hashRequest([name, kind, address, ca_certificate, past]);
  const secret_enc = kind === 'webhook' ? createForwardingSecret(platform, clientId, id).sealed : null;
  const fields = { id, name, kind, address, ca_certificate, secret_enc, past };
  return platform.db.withTenant(clientId, async (tx) => {
    const created = await insertForwarding(tx, { ...fields, created_by: author, request_hash });
    const row = await lockForwarding(tx, id);
    const isSame =
      row !== null &&
      row.created_by === author &&
      row.request_hash.equals(request_hash) &&
      Date.now() - row.created_at.getTime() < repeatMs;
    if (row === null || !(created || isSame)) {
      throw new AppError('id_conflict', { data: [{ field: 'id', msg: 'Another forwarding has this id.' }] });
    }
    if (created) await auditChanges(tx, call, 'settings.audit_forwarding_added', id, null, audited(row));
    return { row, created };
  });
}

const audited = ({ name, kind, address, state }: ForwardingRow) => ({ name, kind, address, state });

function present(row: ForwardingRow): AuditForwarding {
  const { id, name, kind, address, ca_certificate, state, failures, forwarded, behind, last_error, version } = row;
  return {
    ...{ id, name, kind, address, ca_certificate, state, forwarded, behind, version },
    last_forwarded_at: row.last_forwarded_at?.toISOString() ?? null,
    last_error,
    last_error_at: row.last_error_at?.toISOString() ?? null,
    retry_at: failures > 0 && state === 'active' ? row.due_at.toISOString() : null,
    created_at: row.created_at.toISOString(),
  };
}
