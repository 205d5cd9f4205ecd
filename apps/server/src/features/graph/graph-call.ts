import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import type { InnerCall } from '../../platform/http/inner-calls.ts';
import type { Platform } from '../../platform/platform.ts';
import { visibilityOf } from '../team/public.ts';
import { idOfWamid } from '../webhooks/public.ts';
import { type BusinessNumber, type FoundMessage, findMessageBy, findNumber } from './channel-query.ts';
import { GraphError, missingNode } from './graph-error.ts';

export type Fields = Record<string, unknown>;

/** A call of a program for the Cloud API, with the key of an account. */
export type GraphCall = {
  platform: Platform;
  actor: KeyActor;
  request: FastifyRequest;
  reply: FastifyReply;
  /** The API with the same key. */
  api: InnerCall;
  /** What the path names first, and what of it: `123/messages` is `messages` of `123`. */
  node: string;
  edge: string;
  rest: string;
  query: Record<string, string>;
  /** JSON, or the fields of a form. */
  body: Fields;
};

/** Of Meta, and so below no number or account of its own. */
export const templateLibrary = 'message_template_library';

export type GraphHandler = (call: GraphCall) => Promise<unknown>;

export function reading<T>({ platform, actor }: GraphCall, work: (tx: TenantTx) => Promise<T>): Promise<T> {
  return platform.db.withTenant(actor.clientId, work, { readOnly: true });
}

/** The number, or one of the WhatsApp Business account, that the path names. @throws GraphError when there is none */
export async function numberOf(call: GraphCall): Promise<BusinessNumber> {
  const { channelIds } = visibilityOf(call.actor);
  const number = await reading(call, (tx) =>
    findNumber(tx, call.node === templateLibrary ? null : call.node, channelIds),
  );
  if (number === null) throw missingNode(call.node);
  return number;
}

/** A message of the number by the id that a program knows. @throws GraphError when there is none */
export async function messageOf(call: GraphCall, { channelId }: BusinessNumber, wamid: unknown): Promise<FoundMessage> {
  const found = typeof wamid === 'string' ? await reading(call, (tx) => find(tx, channelId, wamid)) : null;
  if (found !== null) return found;
  throw new GraphError(131_009, 'Parameter value is not valid', 'This number has no message with this message_id.');
}

async function find(tx: TenantTx, channelId: string, wamid: string): Promise<FoundMessage | null> {
  const id = idOfWamid(wamid);
  const ours = id === null ? null : await findMessageBy(tx, channelId, { id });
  return ours ?? findMessageBy(tx, channelId, { providerId: wamid });
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
