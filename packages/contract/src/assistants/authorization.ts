import { z } from 'zod';
import { id, timestamp } from '../core/primitives.ts';
import { applicationScopes } from './scopes.ts';

const parameter = (most: number) => z.string().max(most).default('');

/** The parameters with which an application sends a member to `/oauth/authorize`, as they stand in the address. */
export const authorizationRequest = z.strictObject({
  client_id: parameter(2000),
  redirect_uri: parameter(2000),
  response_type: parameter(100),
  code_challenge: parameter(200),
  code_challenge_method: parameter(20),
  scope: parameter(1000),
  state: parameter(4000),
  resource: parameter(2000),
});
export type AuthorizationRequest = z.output<typeof authorizationRequest>;

/** Where a member is sent: to a website, to a program on their device, or to the app that opens such addresses. */
export const applicationDestination = z.strictObject({
  kind: z.enum(['website', 'device', 'app']),
  /** The host of a website, the scheme of an app; empty for a device. */
  name: z.string(),
});
export type ApplicationDestination = z.output<typeof applicationDestination>;

export const askingApplication = z.strictObject({
  /** As the application calls itself. */
  name: z.string(),
  /** The host of the document that describes it; null: it registered itself, so nobody vouches for its name. */
  host: z.string().nullable(),
  destination: applicationDestination,
  scopes: z.array(z.enum(applicationScopes)),
});
export type AskingApplication = z.output<typeof askingApplication>;

export const connectedApplication = z.strictObject({
  id,
  name: z.string(),
  host: z.string().nullable(),
  destination: applicationDestination,
  scopes: z.array(z.enum(applicationScopes)),
  /** As whom it acts. */
  member: z.strictObject({ user_id: id, name: z.string() }),
  created_at: timestamp,
  /** To the minute. */
  last_used_at: timestamp.nullable(),
  last_used_ip: z.string().nullable(),
});
export type ConnectedApplication = z.output<typeof connectedApplication>;
