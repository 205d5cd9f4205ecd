import type { Core } from '../engine/core.ts';
import { BodyTooLarge, type Exchange, type Reply, readBody } from '../http/exchange.ts';
import { FormError, hasForm, readForm } from '../http/form.ts';
import type { Account } from '../storage/accounts.ts';
import { GraphError } from './errors.ts';
import { isJsonObject, type JsonObject } from './shape.ts';

/** A call to the Graph API with a known token. */
export interface GraphCall {
  readonly core: Core;
  readonly account: Account;
  readonly exchange: Exchange;
  /** The node: first part of the path after the version. */
  readonly id: string;
  /** The path after the edge, decoded; '' for most calls. */
  readonly rest: string;
  /** The body as text; read once, '' until then and for media. */
  text: string;
}

export type GraphHandler = (call: GraphCall) => Promise<Reply> | Reply;

/** JSON bodies are far smaller; the platform's own limit is not known. */
const jsonLimitBytes = 1024 * 1024;

/**
 * The body as an object: JSON, or form fields as many Graph callers send them; Graph takes JSON written as a text for
 * whatever is no plain value. @throws GraphError 100 unreadable
 */
export async function readParameters(call: GraphCall): Promise<JsonObject> {
  const given = await readGiven(call);
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, unwrapped(name, value)]));
}

/** Parameters whose text stays one, although it may look like JSON. */
const plainTexts = new Set(['biz_opaque_callback_data', 'prefilled_message', 'about', 'description', 'address']);

function unwrapped(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || plainTexts.has(name) || !/^\s*[[{]/.test(value)) return value;
  return parse(value) ?? value;
}

async function readGiven(call: GraphCall): Promise<JsonObject> {
  const { request, url } = call.exchange;
  if (hasForm(request)) return readFormFields(request);
  call.text = (await readSmall(request)).toString('utf8');
  const fromQuery = Object.fromEntries([...url.searchParams].filter(([name]) => name !== 'access_token'));
  if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return { ...fromQuery, ...Object.fromEntries(new URLSearchParams(call.text)) };
  }
  if (call.text === '') return fromQuery;
  const body = parse(call.text);
  if (!isJsonObject(body)) throw new GraphError(100, 'The body is not a JSON object');
  return body;
}

async function readFormFields(request: Exchange['request']): Promise<JsonObject> {
  try {
    return Object.fromEntries(await readForm(request, jsonLimitBytes));
  } catch (error) {
    if (error instanceof FormError) throw new GraphError(100, error.message);
    throw error;
  }
}

async function readSmall(request: Exchange['request']): Promise<Buffer> {
  try {
    return await readBody(request, jsonLimitBytes);
  } catch (error) {
    if (error instanceof BodyTooLarge) throw new GraphError(100, error.message);
    throw error;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Like the platform, say no more about an invalid body.
    return null;
  }
}

/** Only the fields named by `fields=`, without it the default ones. @throws GraphError 100 for an unknown field */
export function pickFields(node: JsonObject, query: URLSearchParams, defaults: readonly string[]): JsonObject {
  const asked = query
    .get('fields')
    ?.split(',')
    .map((field) => field.trim())
    .filter(Boolean);
  const fields = asked && asked.length > 0 ? asked : defaults;
  const picked: JsonObject = {};
  for (const field of fields) {
    const name = field.replace(/[.{(].*$/s, '');
    if (!(name in node)) throw new GraphError(100, `Tried accessing nonexisting field (${name})`);
    if (node[name] !== undefined) picked[name] = node[name];
  }
  return 'id' in node ? { ...picked, id: node.id } : picked;
}

/** A page of a Graph list; cursors are positions in it, opaque to callers. */
export function pageOf(call: GraphCall, rows: JsonObject[]): Reply {
  const { url } = call.exchange;
  const limit = Math.min(Math.max(Number(url.searchParams.get('limit') ?? 25) || 25, 1), 1000);
  const start = positionOf(url.searchParams.get('after'));
  const data = rows.slice(start, start + limit);
  const cursors = { before: cursorAt(start), after: cursorAt(start + data.length) };
  const more = start + limit < rows.length;
  const next = new URL(url.pathname + url.search, call.core.baseUrl());
  next.searchParams.delete('access_token');
  next.searchParams.set('after', cursors.after);
  const paging = data.length === 0 ? {} : { paging: { cursors, ...(more ? { next: next.href } : {}) } };
  return { status: 200, json: { data, ...paging } };
}

const cursorAt = (position: number) => Buffer.from(`at ${position}`).toString('base64url');

function positionOf(cursor: string | null): number {
  if (cursor === null) return 0;
  const position = /^at (\d+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  if (position === undefined) throw new GraphError(100, 'after is not a cursor of this list');
  return Number(position);
}
