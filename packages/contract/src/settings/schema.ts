import { z } from 'zod';
import { id, pageQuery, shortText, storableText, timestamp, timeZone, version } from '../core/primitives.ts';
import { type Scope, scopes } from '../core/scopes.ts';
import { role } from '../identity/schema.ts';
import { restrictions } from '../team/schema.ts';

export const countryCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'Choose a country.');

export const createClientBody = z.strictObject({
  id: id.optional(),
  name: shortText,
  country: countryCode,
  time_zone: timeZone,
  industry: storableText.max(100).optional(),
  website: storableText.max(300).optional(),
  team_size: storableText.max(50).optional(),
  referral_source: storableText.max(200).optional(),
});

/** Limits for every User of the account, on top of each one's own. */
const userRestrictions = restrictions.omit({ channel_ids: true });
export const changeClientBody = createClientBody
  .omit({ id: true })
  .extend({
    user_restrictions: userRestrictions.partial(),
    users_may_delete_all_contacts: z.boolean(),
    join_by_domain: z.boolean(),
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
  /** People with a confirmed address of an Owner's or Admin's domain may ask to join. */
  join_by_domain: z.boolean(),
  created_at: z.string(),
  version,
});
export type Client = z.output<typeof client>;

/**
 * A member of an account as its colleagues see them. `former`: left or was removed; kept for the name on what they
 * wrote, has no address and can be given nothing. Only the start and the feed show former members, lists do not.
 */
export const user = z.strictObject({
  id,
  name: z.string(),
  email: z.string(),
  photo_url: z.string().nullable(),
  role,
  state: z.enum(['active', 'suspended', 'former']),
  version,
});
export type User = z.output<typeof user>;

/** What decides about the rights of whoever asks; `refusalOf` of the contract's `rights` tells from it. */
export const standing = z.strictObject({ role, restrictions, users_may_delete_all_contacts: z.boolean() });

const scope = z
  .custom<Scope>((value) => scopes.includes(value as Scope), 'This is no scope.')
  .meta({
    type: 'string',
    enum: [...scopes],
  });

export const apiKey = z.strictObject({
  id,
  name: z.string(),
  /** The beginning, by which a key can be found in a configuration. */
  prefix: z.string(),
  last4: z.string(),
  scopes: z.array(scope),
  /** The only channels it works with; null: all. */
  channel_ids: z.array(id).nullable(),
  /** Addresses or networks (CIDR) it may call from; empty: any. */
  allowed_addresses: z.array(z.string()),
  created_by: z.strictObject({ user_id: id, name: z.string().nullable() }),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  last_used_ip: z.string().nullable(),
  /** The hour that runs and the 23 before it; what was answered with 400 or more, or never, is `refused`. */
  requests_24h: z.strictObject({
    total: z.number().int(),
    refused: z.number().int(),
    /** Requests of each hour, the oldest first. */
    hours: z.array(z.number().int()).length(24),
  }),
  state: z.enum(['active', 'expired']),
});
export type ApiKey = z.output<typeof apiKey>;

/** `key` is shown only here. */
export const apiKeyWithSecret = z.strictObject({ ...apiKey.shape, key: z.string() });

/** A call of a program with one of the account's keys. What was sent and answered is kept nowhere. */
export const keyRequest = z.strictObject({
  id,
  at: timestamp,
  key: z.strictObject({ id, name: z.string() }),
  /** As this contract writes it, without ids: `GET /api/threads/{id}`. */
  route: z.string(),
  /** Null: the caller left before the answer. */
  status: z.number().int().nullable(),
  /** Milliseconds until the answer. */
  took_ms: z.number().int(),
  ip: z.string(),
  /** The id of the answer and of its error. */
  request_id: z.string(),
});
export type KeyRequest = z.output<typeof keyRequest>;

export const keyRequestQuery = z.strictObject({
  ...pageQuery.shape,
  /** Of this key only. */
  key_id: id.optional(),
  /** `ok`: under 400; `refused`: 400 to 499; `failed`: 500 and more, or no answer. */
  kind: z.enum(['ok', 'refused', 'failed']).optional(),
});

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'This is no address or network.');
export const createApiKeyBody = z.strictObject({
  id: id.optional(),
  name: shortText,
  scopes: z.array(scope).min(1, 'Choose at least one scope.').max(scopes.length),
  channel_ids: z.array(id).min(1).max(200).nullable().default(null),
  allowed_addresses: z.array(network).max(50).default([]),
  /** Null: never. */
  expires_in_days: z.number().int().min(1).max(3650).nullable().default(null),
});

export const checklistItems = [
  'connect_number',
  'invite_teammate',
  'import_contacts',
  'create_template',
  'test_message',
] as const;
export const setupChecklist = z.strictObject({
  items: z.array(z.strictObject({ key: z.enum(checklistItems), done: z.boolean() })),
  /** This person has put the card away. */
  dismissed: z.boolean(),
});
