import { z } from 'zod';
import { id, nameText, page, pageQuery, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { tableFormat, tableTypes } from '../core/table-format.ts';
import { email, role } from '../identity/schema.ts';
import {
  changeMemberBody,
  invitation,
  invitationPreview,
  invitationWithUrl,
  inviteBody,
  inviteManyBody,
  inviteManyResults,
  joinOffer,
  joinRequest,
  restrictionsInput,
  teamMember,
  transfer,
  userGroup,
} from './schema.ts';

const params = z.strictObject({ id: pathId });
const memberParams = z.strictObject({ user_id: pathId });
const done = z.undefined();
const tokenBody = z.strictObject({ token: z.string().max(200) });
const joined = z.strictObject({ client_id: id, name: z.string(), role });

export const teamRoutes = defineRoutes({
  'GET /api/team': {
    access: 'User',
    summary: 'Members by name. Users see who is there, Admins also what is set for them.',
    query: pageQuery,
    responses: { 200: page(teamMember) },
  },
  'GET /api/team/load': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'How many open conversations each member has. Empty for members who do not see all conversations.',
    responses: { 200: z.strictObject({ data: z.array(z.strictObject({ user_id: id, open: z.number().int() })) }) },
  },
  'GET /api/team/export': {
    audit: 'team.exported',
    access: 'User',
    permission: 'team.export',
    summary: 'The team as a file: what the caller may see of it.',
    query: tableFormat,
    file: tableTypes,
    responses: { 200: z.unknown() },
  },
  'GET /api/team/{user_id}': {
    access: 'User',
    summary: 'One member.',
    params: memberParams,
    responses: { 200: teamMember },
  },
  'PUT /api/team/{user_id}': {
    access: 'User',
    summary: 'Change a member: everybody their own name and hours, Admins the others, Owners also other Owners.',
    params: memberParams,
    body: changeMemberBody,
    responses: { 200: teamMember },
  },
  'DELETE /api/team/{user_id}': {
    access: 'User',
    summary: 'Remove a member, or leave with the own id. Conversations go to `reassign_to`, else to nobody.',
    params: memberParams,
    query: z.strictObject({ reassign_to: id.optional() }),
    responses: { 204: done },
  },
  'POST /api/team/{user_id}/reassign-threads': {
    audit: 'team.conversations_reassigned',
    access: 'Admin',
    permission: 'team.manage',
    summary: "Give a member's conversations to another, or to nobody.",
    params: memberParams,
    body: z.strictObject({ to: id.nullable() }),
    responses: { 200: z.strictObject({ threads: z.number().int() }) },
  },
  'POST /api/team/{user_id}/sign-out': {
    audit: 'team.sessions_ended',
    access: 'Admin',
    permission: 'team.manage',
    summary: "End a member's sessions in this account.",
    params: memberParams,
    responses: { 200: z.strictObject({ sessions: z.number().int() }) },
  },
  'POST /api/team/{user_id}/reset-second-factor': {
    access: 'Admin',
    permission: 'team.manage',
    summary: 'Turn off two-step verification of a member who lost it; needs a recent sign-in.',
    params: memberParams,
    responses: { 204: done },
  },
  'GET /api/invitations': {
    access: 'Admin',
    permission: 'team.manage',
    summary: 'Invitations nobody has answered, newest first.',
    query: pageQuery,
    responses: { 200: page(invitation) },
  },
  'POST /api/invitations': {
    access: 'Admin',
    permission: 'team.manage',
    idempotencyKey: true,
    summary: 'Invite one member.',
    body: inviteBody,
    responses: { 200: invitationWithUrl, 201: invitationWithUrl },
  },
  'POST /api/invitations/batch': {
    access: 'Admin',
    permission: 'team.manage',
    summary: 'Invite several members; each address has its own result.',
    body: inviteManyBody,
    responses: { 200: inviteManyResults },
  },
  'PUT /api/invitations/{id}': {
    access: 'Admin',
    permission: 'team.manage',
    summary: 'Change what an open invitation offers.',
    params,
    body: z.strictObject({ role: role.optional(), restrictions: restrictionsInput.optional() }),
    responses: { 200: invitation },
  },
  'POST /api/invitations/{id}/resend': {
    access: 'Admin',
    permission: 'team.manage',
    summary: 'New links for another term; the ones before are dead. By mail unless `send` is false.',
    params,
    body: z.strictObject({
      send: z.boolean().default(true),
      expires_in_days: z.number().int().min(1).max(90).default(7),
    }),
    responses: { 200: invitationWithUrl },
  },
  'DELETE /api/invitations/{id}': {
    access: 'Admin',
    permission: 'team.manage',
    summary: 'Revoke an invitation.',
    params,
    responses: { 204: done },
  },
  'POST /api/invitations/preview': {
    access: 'public',
    summary: 'What an invitation link offers, and whether it still does. Changes nothing.',
    body: tokenBody,
    responses: { 200: invitationPreview },
  },
  'POST /api/invitations/request-new': {
    access: 'public',
    summary:
      'Ask whoever sent an expired or revoked link for a new one, or for one to another address; at most one email a day is sent.',
    body: tokenBody.extend({ email: email.optional() }),
    responses: { 204: done },
  },
  'GET /api/invitations/waiting': {
    access: 'user',
    summary: "Open invitations to the user's own address, in all accounts; none while it is not confirmed.",
    responses: {
      200: z.strictObject({ data: z.array(invitationPreview), email_verified: z.boolean(), next_cursor: z.null() }),
    },
  },
  'POST /api/invitations/accept': {
    access: 'user',
    summary:
      'Join by a link, signed in under the invited address; the next token is for the account. Again answers the same.',
    body: tokenBody,
    responses: { 200: joined },
  },
  'POST /api/invitations/decline': {
    access: 'public',
    summary: 'Decline by a link; whoever holds it may, signed in or not.',
    body: tokenBody,
    responses: { 204: done },
  },
  'POST /api/invitations/waiting/{id}/accept': {
    access: 'user',
    summary: "Join by an invitation that waits for the user's confirmed address.",
    params,
    responses: { 200: joined },
  },
  'POST /api/invitations/waiting/{id}/decline': {
    access: 'user',
    summary: "Decline an invitation that waits for the user's confirmed address.",
    params,
    responses: { 204: done },
  },
  'GET /api/join-requests/offers': {
    access: 'user',
    summary:
      "Accounts of the user's company that let others ask to join; none without a confirmed address of its domain.",
    responses: { 200: z.strictObject({ data: z.array(joinOffer), next_cursor: z.null() }) },
  },
  'POST /api/join-requests': {
    access: 'user',
    summary: 'Ask to join an account that is offered; its Owners get an email. Again answers the same.',
    body: z.strictObject({ client_id: id }),
    responses: { 200: joinOffer, 201: joinOffer },
  },
  'GET /api/join-requests': {
    access: 'Admin',
    permission: 'team.manage',
    summary: 'Who asks to join and has no answer, newest first.',
    query: pageQuery,
    responses: { 200: page(joinRequest) },
  },
  'GET /api/join-requests/domains': {
    access: 'Admin',
    permission: 'team.manage',
    summary: "Domains whose users can ask while the account's `join_by_domain` is on.",
    responses: { 200: z.strictObject({ data: z.array(z.string()), next_cursor: z.null() }) },
  },
  'POST /api/join-requests/{user_id}/accept': {
    access: 'Admin',
    permission: 'team.manage',
    summary: 'Accept a join request. A repeated call answers the same.',
    params: memberParams,
    body: z.strictObject({ role }),
    responses: { 200: z.strictObject({ user_id: id, role }) },
  },
  'POST /api/join-requests/{user_id}/decline': {
    access: 'Admin',
    permission: 'team.manage',
    summary: 'Decline a join request; the user may ask again after thirty days.',
    params: memberParams,
    responses: { 204: done },
  },
  'GET /api/user-groups': {
    access: 'User',
    summary: 'Groups of members by name.',
    responses: { 200: z.strictObject({ data: z.array(userGroup), next_cursor: z.null() }) },
  },
  'POST /api/user-groups': {
    access: 'Admin',
    permission: 'team.manage',
    idempotencyKey: true,
    summary: 'A new group.',
    body: z.strictObject({ id: id.optional(), name: nameText, member_ids: z.array(id).max(500).default([]) }),
    responses: { 200: userGroup, 201: userGroup },
  },
  'PUT /api/user-groups/{id}': {
    access: 'Admin',
    permission: 'team.manage',
    summary: 'Rename a group or replace its members.',
    params,
    body: z.strictObject({ name: nameText.optional(), member_ids: z.array(id).max(500).optional() }),
    responses: { 200: userGroup },
  },
  'DELETE /api/user-groups/{id}': {
    access: 'Admin',
    permission: 'team.manage',
    summary: 'Delete a group; its members stay.',
    params,
    responses: { 204: done },
  },
  'GET /api/client/transfer': {
    access: 'User',
    summary: 'The open offer of this account; only Owners and the one it is made to see it.',
    responses: { 200: z.strictObject({ transfer: transfer.nullable() }) },
  },
  'POST /api/client/transfer': {
    access: 'Owner',
    permission: 'account.transfer',
    summary: 'Offer the account to a member, who becomes Owner by accepting while the giver becomes Admin.',
    body: z.strictObject({ user_id: id }),
    responses: { 200: transfer, 201: transfer },
  },
  'DELETE /api/client/transfer': {
    access: 'Owner',
    permission: 'account.transfer',
    summary: 'Take the offer back.',
    responses: { 204: done },
  },
  'POST /api/client/transfer/accept': {
    access: 'User',
    summary: 'Accept the account; for the member it was offered to.',
    responses: { 204: done },
  },
  'POST /api/client/transfer/decline': {
    access: 'User',
    summary: 'Decline the account; for the member it was offered to.',
    responses: { 204: done },
  },
  'POST /api/client/close': {
    access: 'Owner',
    permission: 'account.close',
    summary: 'Close the account for everybody, for good; needs its name typed and a recent sign-in.',
    body: z.strictObject({ name: z.string().max(400) }),
    responses: { 204: done },
  },
});
