import { z } from 'zod';
import { currencyCode, id, nameText, pageQuery, timestamp, timeZone, version } from '../core/primitives.ts';
import { type Scope, scopes } from '../core/scopes.ts';
import { businessHours } from '../core/working-hours.ts';
import { role } from '../identity/schema.ts';
import { ratingRule } from '../ratings/rule.ts';
import { restrictions } from '../team/schema.ts';
import { assignmentRule } from './assignment-rule.ts';
import { autoCloseRule } from './auto-close-rule.ts';
import { invitationBranding } from './invitation-branding.ts';
import { optOutAnswers } from './opt-out-answers-schema.ts';
import { optOutWords } from './opt-out-words-schema.ts';
import { replyTargets } from './reply-targets.ts';

export const countryCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'Choose a country.');

/** Pages that customers name are not read at first: reading one tells its owner the address of this server. */
export const linkPreviewChoices = ['off', 'outgoing', 'all'] as const;
export type LinkPreviewChoice = (typeof linkPreviewChoices)[number];

export const createClientBody = z.strictObject({
  id: id.optional(),
  name: nameText,
  country: countryCode,
  time_zone: timeZone,
  industry: z.string().max(100).optional(),
  website: z.string().max(300).optional(),
  team_size: z.string().max(50).optional(),
  referral_source: z.string().max(200).optional(),
});

/** Restrictions for every User of the account, in addition to each member's own. */
const userRestrictions = restrictions.omit({ channel_ids: true });
export const changeClientBody = createClientBody
  .omit({ id: true })
  .extend({
    user_restrictions: userRestrictions.partial(),
    users_may_delete_all_contacts: z.boolean(),
    join_by_domain: z.boolean(),
    require_two_step_verification: z.boolean(),
    sign_in_provider: z.string().max(100).nullable(),
    /** Null: the default words. */
    opt_out_words: optOutWords.nullable(),
    /** Null: on, with the default texts. */
    opt_out_answers: optOutAnswers.nullable(),
    working_hours: businessHours.nullable(),
    assignment_rule: assignmentRule.nullable(),
    invitation_branding: invitationBranding,
    rating_rule: ratingRule.nullable(),
    auto_close_rule: autoCloseRule.nullable(),
    /** Only the given parts change. */
    reply_targets: replyTargets.partial(),
    link_previews: z.enum(linkPreviewChoices),
    /** Of the values of conversations, which stay the numbers they are: 1250 is 12.50 in EUR and 1250 in JPY. */
    currency: currencyCode,
    only_assignee_replies: z.boolean(),
    closing_soon_minutes: z.number().int().min(15, 'At least 15 minutes.').max(1_380, 'At most 23 hours.'),
  })
  .partial();

/** An account: what the specification calls a client. */
export const client = z.strictObject({
  client_id: id,
  user_id: id,
  name: z.string(),
  logo_url: z.string().nullable(),
  country: z.string(),
  time_zone: z.string(),
  industry: z.string().nullable(),
  website: z.string().nullable(),
  team_size: z.string().nullable(),
  referral_source: z.string().nullable(),
  custom_fields: z.array(z.string()),
  user_restrictions: userRestrictions,
  users_may_delete_all_contacts: z.boolean(),
  /** Users with a confirmed address of an Owner's or Admin's domain may ask to join. */
  join_by_domain: z.boolean(),
  /** Members without two-step verification can do nothing else until they set it up. API keys are not concerned. */
  require_two_step_verification: z.boolean(),
  /** The id of the only identity provider that members may sign in with; null: any way. API keys are not concerned. */
  sign_in_provider: z.string().nullable(),
  /** A customer who sends one of these words opts out of marketing messages, or in again. */
  opt_out_words: optOutWords,
  /** What they are answered once. */
  opt_out_answers: optOutAnswers,
  /** In the account's time zone; channels without their own follow them. Null: none. */
  working_hours: businessHours.nullable(),
  /** How long before the end of its reply window a conversation that waits for an answer is closing soon. */
  closing_soon_minutes: z.number().int(),
  /** A member writes only in conversations that are assigned to them or to nobody. API keys and automations are not bound. */
  only_assignee_replies: z.boolean(),
  /** In which conversations are valued, ISO 4217. */
  currency: z.string(),
  /** Which web pages are read for a preview: none, those named in messages of the business, or all. */
  link_previews: z.enum(linkPreviewChoices),
  /** Who gets conversations that customers begin or reopen; null: nobody. */
  assignment_rule: assignmentRule.nullable(),
  invitation_branding: invitationBranding,
  /** How customers are asked for a rating; null: they are not. */
  rating_rule: ratingRule.nullable(),
  /** When conversations are marked as done by themselves; null: never. */
  auto_close_rule: autoCloseRule.nullable(),
  /** How soon customers are to be answered. */
  reply_targets: replyTargets,
  created_at: z.string(),
  version,
});
export type Client = z.output<typeof client>;

/**
 * A member of an account as other members see them. `former`: left or was removed; stored as the author of earlier
 * messages, without address and permissions. Only the initial data and the feed include former members, lists do not.
 */
export const user = z.strictObject({
  id,
  name: z.string(),
  email: z.string(),
  photo_url: z.string().nullable(),
  role,
  state: z.enum(['active', 'suspended', 'former']),
  /** Left out while they are there; `until` null: without an end. */
  away: z.strictObject({ until: z.string().nullable() }).optional(),
  version,
});
export type User = z.output<typeof user>;

/** The facts that decide a member's permissions; for `findDenial` of the contract. */
export const memberAccess = z.strictObject({ role, restrictions, users_may_delete_all_contacts: z.boolean() });

const scope = z
  .custom<Scope>((value) => scopes.includes(value as Scope), 'This is no scope.')
  .meta({
    type: 'string',
    enum: [...scopes],
  });

export const apiKey = z.strictObject({
  id,
  name: z.string(),
  /** The beginning of a key, to find it in a configuration. */
  prefix: z.string(),
  last4: z.string(),
  scopes: z.array(scope),
  /** The only channels it may use; null: all. */
  channel_ids: z.array(id).nullable(),
  /** Addresses or networks (CIDR) it may call from; empty: any. */
  allowed_addresses: z.array(z.string()),
  created_by: z.strictObject({ user_id: id, name: z.string().nullable() }),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  last_used_ip: z.string().nullable(),
  /** The current hour and the 23 before it; responses of 400 or more, or none, are `refused`. */
  requests_24h: z.strictObject({
    total: z.number().int(),
    refused: z.number().int(),
    /** Requests of each hour, the oldest first. */
    hours: z.array(z.number().int()).length(24),
  }),
  /** A key works while its creator could create it; `paused` ones are handed over by rotating them. */
  state: z.enum(['active', 'paused', 'expired']),
  paused_because: z.enum(['creator_is_user', 'creator_left', 'creator_suspended']).nullable(),
});
export type ApiKey = z.output<typeof apiKey>;

/** `key` is shown only here. */
export const apiKeyWithSecret = z.strictObject({ ...apiKey.shape, key: z.string() });

/** A request with one of the account's API keys. Its content is not stored. */
export const apiKeyRequest = z.strictObject({
  id,
  at: timestamp,
  key: z.strictObject({ id, name: z.string() }),
  /** As written in this contract, without ids: `GET /api/threads/{id}`. */
  route: z.string(),
  /** Null: the caller disconnected before the response. */
  status: z.number().int().nullable(),
  /** Milliseconds until the response. */
  took_ms: z.number().int(),
  ip: z.string(),
  /** The id in the response and its error. */
  request_id: z.string(),
  /** It came through a tool of an assistant. */
  assistant: z.boolean(),
});
export type ApiKeyRequest = z.output<typeof apiKeyRequest>;

export const apiKeyRequestQuery = z.strictObject({
  ...pageQuery.shape,
  /** Of this key only. */
  key_id: id.optional(),
  /** `ok`: under 400; `refused`: 400 to 499; `failed`: 500 and more, or no response. */
  kind: z.enum(['ok', 'refused', 'failed']).optional(),
});

export const auditEvent = z.strictObject({
  id,
  at: timestamp,
  /** `<feature>.<event>`: `settings.account_changed`, `contacts.exported`. */
  action: z.string(),
  /** A uid, `api:<key id>`, `scim:<token id>`, or `anonymous`. */
  actor: z.string(),
  /** The target; of refused calls the route. */
  target: z.string().nullable(),
  ip: z.string().nullable(),
  /** The id in the response; null for events without a request. */
  request_id: z.string().nullable(),
  detail: z
    .looseObject({
      /** Old and new values. */
      changes: z.array(z.strictObject({ field: z.string(), from: z.unknown(), to: z.unknown() })).optional(),
      /** The number of rows, or of refused calls in that hour. */
      count: z.number().int().optional(),
      route: z.string().optional(),
      /** Of the target, as it was called then. */
      name: z.string().optional(),
    })
    .nullable(),
});
export type AuditEvent = z.output<typeof auditEvent>;

export const auditFilter = z.strictObject({
  /** One action, or a feature for all of its actions: `contacts`. */
  action: z
    .string()
    .regex(/^[a-z_]{1,40}(?:\.[a-z_]{1,60})?$/, 'Write an action like contacts.exported, or a feature like contacts.')
    .optional(),
  actor: z.string().min(1).max(60).optional(),
  target: z.string().min(1).max(300).optional(),
  from: timestamp.optional(),
  until: timestamp.optional(),
});
export const auditQuery = z.strictObject({ ...pageQuery.shape, ...auditFilter.shape });

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'This is no address or network.');
export const createApiKeyBody = z.strictObject({
  id: id.optional(),
  name: nameText,
  scopes: z.array(scope).min(1, 'Choose at least one scope.').max(scopes.length),
  channel_ids: z.array(id).min(1).max(200).nullable().default(null),
  allowed_addresses: z.array(network).max(50).default([]),
  /** Null: never. */
  expires_in_days: z.number().int().min(1).max(3650).nullable().default(null),
});

export const checklistItems = ['connect_number', 'invite_teammate', 'import_contacts', 'test_message'] as const;
export const setupChecklist = z.strictObject({
  items: z.array(z.strictObject({ key: z.enum(checklistItems), done: z.boolean() })),
  /** This member dismissed the card. */
  dismissed: z.boolean(),
});
