import type { Core } from '../engine/core.ts';
import { isJsonObject, type JsonObject } from '../graph/shape.ts';
import { BodyTooLarge, type Exchange, type Reply, readBody } from '../http/exchange.ts';
import type { Account } from '../storage/accounts.ts';
import type { Phone } from '../storage/phones.ts';

/** A refused call to the control API. Becomes `{"error": {"code", "message"}}`. */
export class ControlFault extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** A call with an account's token, which cannot reach other accounts. */
export interface ControlCall {
  readonly core: Core;
  readonly account: Account;
  readonly exchange: Exchange;
  /** Values of the path's variable parts, in order. */
  readonly parts: string[];
}

export type ControlHandler = (call: ControlCall) => Promise<Reply> | Reply;

const jsonLimitBytes = 2 * 1024 * 1024;

export function invalid(message: string): ControlFault {
  return new ControlFault(422, 'validation_failed', message);
}

/** The body as an object; an empty one is {}. @throws ControlFault 400 invalid, 413 too large */
export async function readObject(exchange: Exchange): Promise<JsonObject> {
  try {
    const text = (await readBody(exchange.request, jsonLimitBytes)).toString('utf8');
    const body: unknown = text === '' ? {} : JSON.parse(text);
    if (isJsonObject(body)) return body;
  } catch (error) {
    if (error instanceof BodyTooLarge) throw new ControlFault(413, 'too_large', error.message);
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new ControlFault(400, 'unreadable', 'The body is not a JSON object');
}

/** The phone in the path. @throws ControlFault 404 */
export function phoneOf({ core, account, parts }: ControlCall): Phone {
  const phone = core.phones.find(account.key, (parts[0] ?? '').replace(/^\+/, ''));
  if (!phone) throw new ControlFault(404, 'not_found', 'Phone not found');
  return phone;
}

/** The phone in the path, for what a group cannot do. @throws ControlFault 404, 409 */
export function customerOf(call: ControlCall): Phone {
  const phone = phoneOf(call);
  if (phone.members !== null) throw new ControlFault(409, 'is_group', 'A group cannot do this, only its people can');
  return phone;
}

/** A cursor returned by a list of this API. @throws ControlFault 422 */
export function cursorOf({ exchange }: ControlCall, name: string): number {
  const cursor = exchange.url.searchParams.get(name) ?? '0';
  if (!/^\d{1,15}$/.test(cursor)) throw invalid(`${name} is not a cursor`);
  return Number(cursor);
}

/** @throws ControlFault 422 outside 1..max */
export function limitOf({ exchange }: ControlCall, usual: number, max: number): number {
  const limit = Number(exchange.url.searchParams.get('limit') ?? usual);
  if (!Number.isInteger(limit) || limit < 1 || limit > max) throw invalid(`limit must be 1 to ${max}`);
  return limit;
}

export function pageReply<T extends { cursor: string }>(data: T[], limit: number): Reply {
  return { status: 200, json: { data, next_cursor: data.length < limit ? null : (data.at(-1)?.cursor ?? null) } };
}
