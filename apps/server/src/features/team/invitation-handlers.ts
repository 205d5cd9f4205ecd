import { unrestricted } from '@parley/contract/permissions';
import type { Invitation } from '@parley/contract/types';
import { auditChanges, logAudit } from '../../platform/auth/audit.ts';
import { decodeTimeCursor, timePage } from '../../platform/http/cursor.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { listEmailStates } from '../../platform/mail/outbox-repo.ts';
import type { Platform } from '../../platform/platform.ts';
import { getUserNameAndEmail } from '../identity/public.ts';
import {
  accept,
  declineByLink,
  declinePending,
  openInvitation,
  presentOpened,
  requestNewInvitation,
} from './answer-invitation.ts';
import { type InvitationRow, listInvitations, listPendingInvitations, revokeInvitation } from './invitation-repo.ts';
import {
  changeInvitationOffer,
  checkOffer,
  getOpen,
  type Invited,
  invite,
  inviteMany,
  offerOf,
  resend,
} from './invite.ts';
import { auditOf } from './members.ts';
import { statementsAcrossAccounts } from './system-transactions.ts';

/** Inviting: for those who manage the team. */
export function invitationHandlers(platform: Platform): Handlers {
  const mail = statementsAcrossAccounts(platform);

  async function present(rows: readonly InvitationRow[]): Promise<Invitation[]> {
    const states = await listEmailStates(
      mail,
      rows.flatMap((row) => row.email_id ?? []),
    );
    const unsent = platform.config.SMTP_URL === undefined ? 'outbox' : 'waiting';
    return rows.map((row) => {
      const state = row.email_id === null ? undefined : states.get(row.email_id);
      return presentInvitation(row, state === 'waiting' ? unsent : (state ?? 'not_sent'));
    });
  }

  async function presentOne(row: InvitationRow): Promise<Invitation> {
    const [shown] = await present([row]);
    if (shown === undefined) throw new Error('one row is one answer');
    return shown;
  }
  const withUrl = async ({ row, path }: Invited) => ({ ...(await presentOne(row)), url: path });

  return {
    'GET /api/invitations': async ({ actor }, { query }) => {
      const from = decodeTimeCursor(query.cursor);
      const rows = await platform.db.withTenant(actor.clientId, (tx) => listInvitations(tx, from, query.limit + 1));
      const page = timePage(rows, query.limit, ({ created_at: at, id }) => ({ at, id }));
      return { status: 200, body: { data: await present(page.shown), next_cursor: page.next } };
    },
    'POST /api/invitations': async (call, { body }) => {
      const { id, email, ...offer } = body;
      await checkOffer(platform, call.actor, offer);
      const invited = await invite(platform, call, email, offer, id);
      return { status: invited.created ? 201 : 200, body: await withUrl(invited) };
    },
    'POST /api/invitations/batch': async (call, { body }) => {
      const results = await inviteMany(platform, call, body);
      const data = results.map(async ({ email, outcome, msg, invited }) => ({
        email,
        outcome,
        msg,
        invitation: invited === null ? null : await presentOne(invited.row),
        url: invited?.path ?? null,
      }));
      return { status: 200, body: { data: await Promise.all(data) } };
    },
    'PUT /api/invitations/{id}': async (call, { params, body }) => ({
      status: 200,
      body: await presentOne(await changeInvitationOffer(platform, call, params.id, body)),
    }),
    'POST /api/invitations/{id}/resend': async (call, { params, body }) => ({
      status: 200,
      body: await withUrl(await resend(platform, call, params.id, body)),
    }),
    'DELETE /api/invitations/{id}': async (call, { params }) => {
      const event = auditOf(call, 'invitation_revoked', params.id);
      await platform.db.withTenant(call.actor.clientId, async (tx) => {
        const before = await getOpen(tx, tx.clientId, params.id);
        await revokeInvitation(tx, tx.clientId, before.id);
        await auditChanges(tx, call, event.action, before.id, offerOf(before), null);
      });
      logAudit(platform.log, event);
      return { status: 204, body: undefined };
    },
  };
}

/** Answering: for those who were invited. */
export function answerHandlers(platform: Platform): Handlers {
  const statements = statementsAcrossAccounts(platform);
  return {
    'POST /api/invitations/preview': async (_call, { body }) => ({
      status: 200,
      body: presentOpened(await openInvitation(statements, body.token)),
    }),
    'POST /api/invitations/request-new': async (_call, { body }) => {
      await requestNewInvitation(platform, body.token, body.email);
      return { status: 204, body: undefined };
    },
    'GET /api/invitations/waiting': async ({ actor }) => {
      const { email, emailVerified } = await getUserNameAndEmail(statements, actor.uid);
      const rows = emailVerified ? await listPendingInvitations(statements, email) : [];
      return {
        status: 200,
        body: { data: rows.map(presentOpened), email_verified: emailVerified, next_cursor: null },
      };
    },
    'POST /api/invitations/accept': async (call, { body }) => ({
      status: 200,
      body: await accept(platform, call, { token: body.token }),
    }),
    'POST /api/invitations/decline': async (_call, { body }) => {
      await declineByLink(platform, body.token);
      return { status: 204, body: undefined };
    },
    'POST /api/invitations/waiting/{id}/accept': async (call, { params }) => ({
      status: 200,
      body: await accept(platform, call, { waitingId: params.id }),
    }),
    'POST /api/invitations/waiting/{id}/decline': async (call, { params }) => {
      await declinePending(platform, call, params.id);
      return { status: 204, body: undefined };
    },
  };
}

function presentInvitation(row: InvitationRow, letter: Invitation['letter']): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    restrictions: { ...unrestricted, ...row.restrictions },
    group_ids: row.group_ids,
    note: row.note,
    state: row.expired ? 'expired' : 'open',
    letter,
    invited_by: { user_id: row.invited_by, name: row.inviter_name },
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    expires_at: row.expires_at.toISOString(),
  };
}
