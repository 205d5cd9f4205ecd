import { z } from 'zod';
import { ourText } from '../core/our-text.ts';
import { clockTime, id, nameText, timestamp, version } from '../core/primitives.ts';
import { email, role } from '../identity/schema.ts';

export const restrictions = z.strictObject({
  channel_ids: z.array(id).max(200).nullable(),
  only_assigned: z.boolean(),
  mask_phone_numbers: z.boolean(),
  no_export: z.boolean(),
  no_deletion: z.boolean(),
});
/** Restrictions to set; absent ones stay unchanged. */
export const restrictionsInput = restrictions.partial();

/** When a member works: days 1 (Monday) to 7, in the account's time zone; `to` before `from` ends the next day. Empty: not set. */
export const workingHours = z
  .array(
    z
      .strictObject({ day: z.number().int().min(1).max(7), from: clockTime, to: clockTime })
      .refine(({ from, to }) => from !== to, 'The start and end are the same.'),
  )
  .max(21, 'At most 21 spans.');

export const memberStates = ['active', 'suspended'] as const;

export const teamMember = z.strictObject({
  user_id: id,
  /** The name the team sees; the user's own name may differ. */
  name: z.string(),
  /** The name customers see, in transcripts; null: `name`. */
  customer_name: z.string().nullable(),
  email: z.string(),
  photo_url: z.string().nullable(),
  role,
  state: z.enum(memberStates),
  online: z.boolean(),
  away: z.boolean(),
  /** Until when they are away; null without an end. */
  away_until: z.string().nullable(),
  working_hours: workingHours,
  group_ids: z.array(id),
  joined_at: z.string(),
  /** This member is the caller. */
  self: z.boolean(),
  // The following fields are for Admins and Owners, and null for Users.
  restrictions: restrictions.nullable(),
  last_seen_at: z.string().nullable(),
  /** They use two-step verification. */
  two_step_verification: z.boolean().nullable(),
  /** ACTIVE conversations assigned to them, without those of a sandbox. */
  open_threads: z.number().int().nullable(),
  /** Those of a sandbox; left out when there are none. */
  sandbox_threads: z.number().int().optional(),
  /** The median time of seven days that customers waited for this member's reply, seconds; null when none waited. */
  first_reply_median_s: z.number().int().nullable(),
  /** The number of replies in the median. */
  first_replies: z.number().int().nullable(),
  version,
});
export type TeamMember = z.output<typeof teamMember>;

/** `name`, `customer_name`, `away`, `away_until` and `working_hours` can be changed by each member; the rest by Admins, and never for themselves. */
export const changeMemberBody = z
  .strictObject({
    name: nameText,
    customer_name: nameText.nullable(),
    away: z.boolean(),
    /** Away until then; null, or `away` alone: until they are back. */
    away_until: timestamp.nullable(),
    working_hours: workingHours,
    role,
    suspended: z.boolean(),
    restrictions: restrictionsInput,
    group_ids: z.array(id).max(100),
    /** The version the form was opened with: 409 `version_conflict` when the member was changed since. */
    version,
  })
  .partial();
export type ChangeMemberBody = z.output<typeof changeMemberBody>;

const inviteOptions = {
  role,
  restrictions: restrictionsInput.optional(),
  group_ids: z.array(id).max(100).optional(),
  /** A personal line in the email. */
  note: z.string().trim().max(1000).optional(),
  expires_in_days: z.number().int().min(1).max(90).default(7),
  /** Sends it by email; the copied link works either way. */
  send: z.boolean().default(true),
};
export const inviteBody = z.strictObject({ id: id.optional(), email, ...inviteOptions });
export const inviteManyBody = z.strictObject({
  /** Validated one by one, so that one typing error does not lose the others. */
  emails: z.array(z.string().max(400)).min(1, 'Write at least one address.').max(100, 'At most 100 at once.'),
  ...inviteOptions,
});

export const invitationStates = ['open', 'expired'] as const;
/** State of the email: `waiting` until SMTP accepts it, `outbox` when only the operator can see it. */
export const emailStates = ['not_sent', 'waiting', 'sent', 'failed', 'outbox'] as const;

export const invitation = z.strictObject({
  id,
  email: z.string(),
  role,
  restrictions,
  group_ids: z.array(id),
  note: z.string(),
  state: z.enum(invitationStates),
  letter: z.enum(emailStates),
  invited_by: z.strictObject({ user_id: id, name: z.string() }),
  created_at: z.string(),
  sent_at: z.string().nullable(),
  expires_at: z.string(),
});
export type Invitation = z.output<typeof invitation>;

/** `url` is the link to copy, returned only here. It does not verify the address, the one in the email does. */
export const invitationWithUrl = z.strictObject({ ...invitation.shape, url: z.string() });

export const inviteOutcomes = ['invited', 'already_invited', 'already_member', 'invalid'] as const;
export const inviteManyResults = z.strictObject({
  data: z.array(
    z.strictObject({
      /** As typed in the request. */
      email: z.string(),
      outcome: z.enum(inviteOutcomes),
      /** A sentence for users when it was not invited. */
      msg: ourText().nullable(),
      /** The new invitation, or the conflicting one. */
      invitation: invitation.nullable(),
      url: z.string().nullable(),
    }),
  ),
});

/** The state of an invitation link. */
export const linkStates = ['open', 'accepted', 'declined', 'revoked', 'expired', 'closed'] as const;
export const invitationPreview = z.strictObject({
  id,
  state: z.enum(linkStates),
  /** Name and logo as the account shows them in invitations. */
  account: z.strictObject({ client_id: id, name: z.string(), logo_url: z.string().nullable() }),
  /** The account's text for everyone whom it invites; '' for none. */
  greeting: z.string(),
  invited_by: z.string(),
  email: z.string(),
  role,
  /** It differs from the role in the email. */
  role_changed: z.boolean(),
  note: z.string(),
  expires_at: z.string(),
  /** The link came by email, so its holder owns the address. */
  by_mail: z.boolean(),
});
export type InvitationPreview = z.output<typeof invitationPreview>;

/** An account that a user of the same company may ask to join, and the state of the request. */
export const joinOffer = z.strictObject({
  client_id: id,
  name: z.string(),
  logo_url: z.string().nullable(),
  state: z.enum(['offered', 'asked', 'declined', 'joined']),
  asked_at: z.string().nullable(),
});
export type JoinOffer = z.output<typeof joinOffer>;

/** A request to join; the address is the one whose domain allows it. */
export const joinRequest = z.strictObject({ user_id: id, name: z.string(), email: z.string(), created_at: z.string() });
export type JoinRequest = z.output<typeof joinRequest>;

/** Members who are assigned to and mentioned together. */
export const userGroup = z.strictObject({ id, name: z.string(), member_ids: z.array(id), version });
export type UserGroup = z.output<typeof userGroup>;

/** An Owner offered the account to another member, who has not answered yet. */
export const transfer = z.strictObject({
  id,
  from: z.strictObject({ user_id: id, name: z.string() }),
  to: z.strictObject({ user_id: id, name: z.string() }),
  created_at: z.string(),
  expires_at: z.string(),
});
export type Transfer = z.output<typeof transfer>;
