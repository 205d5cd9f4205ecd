import { z } from 'zod';
import { id, nameText, pathId, timestamp } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';

/** Roles that new members get from an identity provider. */
export const scimRoles = ['User', 'Admin'] as const;

export const scimToken = z.strictObject({
  id,
  name: z.string(),
  last4: z.string(),
  /** Of members that are created with it. */
  default_role: z.enum(scimRoles),
  created_by: z.strictObject({
    user_id: id,
    /** Null: a former member. */
    name: z.string().nullable(),
    /** Still an active Admin or Owner; the token works either way. */
    manages: z.boolean(),
  }),
  created_at: timestamp,
  /** To the minute. */
  last_used_at: timestamp.nullable(),
  last_used_ip: z.string().nullable(),
});
export type ScimToken = z.output<typeof scimToken>;

export const scimRefusal = z.strictObject({
  id,
  at: timestamp,
  token_id: id,
  /** `PATCH /Users/{id}` */
  call: z.string(),
  status: z.number().int(),
  /** What the provider was told. */
  detail: z.string(),
});
export type ScimRefusal = z.output<typeof scimRefusal>;

const tokenFields = { name: nameText, default_role: z.enum(scimRoles) };
const tokenWithText = scimToken.extend({ token: z.string() });
const needed = { access: 'Admin', permission: 'team.manage' } as const;

export const scimRoutes = defineRoutes({
  'GET /api/scim': {
    ...needed,
    summary: 'How an identity provider connects by SCIM: address, tokens, and the last twenty calls that were refused.',
    responses: {
      200: z.strictObject({ base_url: z.string(), tokens: z.array(scimToken), refusals: z.array(scimRefusal) }),
    },
  },
  'POST /api/scim/tokens': {
    ...needed,
    idempotencyKey: true,
    summary: 'A new token for an identity provider; its text is answered this once. At most five an account.',
    body: z.strictObject({ id: id.optional(), ...tokenFields, default_role: tokenFields.default_role.default('User') }),
    responses: { 200: tokenWithText, 201: tokenWithText },
  },
  'PUT /api/scim/tokens/{id}': {
    ...needed,
    summary: 'Change the name of a token, or the role of members that are created with it from now on.',
    params: z.strictObject({ id: pathId }),
    body: z.strictObject(tokenFields).partial(),
    responses: { 200: scimToken },
  },
  'DELETE /api/scim/tokens/{id}': {
    ...needed,
    summary: 'Revoke a token at once. Members stay.',
    params: z.strictObject({ id: pathId }),
    responses: { 204: z.undefined() },
  },
});
