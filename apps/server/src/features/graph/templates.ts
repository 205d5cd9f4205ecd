import type { InputOf, OutputOf } from '@parley/contract';
import type { Template } from '@parley/contract/types';
import { findTemplatesNamed } from './channel-query.ts';
import { type Fields, type GraphCall, numberOf, reading, textOf } from './graph-call.ts';
import { invalidParameter, missingNode, missingParameter } from './graph-error.ts';

const pageSize = 200;
/** As many as WhatsApp keeps for an account. */
const mostPages = 30;

/** `GET /{waba_id}/message_templates`: those that Parley knows, by name. */
export async function listTemplates(call: GraphCall): Promise<object> {
  const number = await numberOf(call);
  const wanted = (await allTemplates(call, number.channelId)).filter((template) => isAsked(template, call.query));
  const limit = Math.min(Math.max(Number(call.query['limit'] ?? 25) || 25, 1), 1_000);
  const start = positionOf(call.query['after']);
  const shown = wanted.slice(start, start + limit).map((template) => pickFields(present(template), call.query));
  const cursors = { before: cursorAt(start), after: cursorAt(start + shown.length) };
  if (start + limit >= wanted.length) return { data: shown, paging: { cursors } };
  const next = new URL(call.request.url, call.platform.publicUrl());
  next.searchParams.set('after', cursors.after);
  return { data: shown, paging: { cursors, next: next.href } };
}

async function allTemplates({ api }: GraphCall, channelId: string): Promise<Template[]> {
  const all: Template[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const query = { channel_id: channelId, limit: pageSize, ...(cursor !== undefined && { cursor }) };
    const found: OutputOf<'GET /api/templates'> = await api('GET /api/templates', { query });
    // WhatsApp has no drafts: those that were never submitted are Parley’s alone.
    all.push(...found.data.filter(({ status }) => status !== 'DRAFT'));
    if (found.next_cursor === null) break;
    cursor = found.next_cursor;
  }
  return all;
}

const filters = ['category', 'language', 'name', 'status'] as const;

function isAsked(template: Template, query: Record<string, string>): boolean {
  const shown = present(template);
  const text = query['name_or_content']?.toLowerCase();
  if (text !== undefined && !JSON.stringify([shown['name'], shown['components']]).toLowerCase().includes(text))
    return false;
  return filters.every((name) => query[name] === undefined || listOf(query[name]).includes(String(shown[name])));
}

/** Clients write one value, or a JSON list of them. */
function listOf(text: string): unknown[] {
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) ? read : [text];
  } catch {
    return text.split(',');
  }
}

/** WhatsApp calls one that can be sent APPROVED. */
function present({ id, name, language, category, status, parameter_format, components }: Template): Fields {
  const quality = { parameter_format, components: components ?? [] };
  return { name, ...quality, language, status: status === 'ACTIVE' ? 'APPROVED' : status, category, id };
}

function pickFields(node: Fields, { fields }: Record<string, string>): Fields {
  if (fields === undefined) return node;
  const names = ['id', ...fields.split(',').map((name) => name.trim())];
  return Object.fromEntries(names.flatMap((name) => (node[name] === undefined ? [] : [[name, node[name]]])));
}

const cursorAt = (position: number) => Buffer.from(`at ${position}`).toString('base64url');

function positionOf(cursor: string | undefined): number {
  if (cursor === undefined || cursor === '') return 0;
  const position = /^at (\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  if (position === undefined) throw invalidParameter('after is no cursor of this list.');
  return Number(position);
}

export async function readTemplate(call: GraphCall): Promise<object> {
  const template = await call.api('GET /api/templates/{id}', { params: { id: call.node } });
  if (template.status === 'DRAFT') throw missingNode(call.node);
  return pickFields(present(template), call.query);
}

/** `POST /{waba_id}/message_templates`: it is sent to WhatsApp for review. */
export async function createTemplate(call: GraphCall): Promise<object> {
  const { channelId } = await numberOf(call);
  const { name, language, category, components, parameter_format, message_send_ttl_seconds } = call.body;
  const made = await call.api('POST /api/templates', {
    body: {
      ...{ channel_id: channelId, name, language, category, components, submit: true },
      ...(parameter_format != null && { parameter_format: String(parameter_format).toUpperCase() }),
      ...(message_send_ttl_seconds != null && { message_send_ttl_seconds }),
    } as unknown as InputOf<'POST /api/templates'>['body'],
  });
  return { id: made.id, status: made.status, category: made.category };
}

/** `POST /{template_id}`: the change is sent to WhatsApp for review. */
export async function editTemplate(call: GraphCall): Promise<object> {
  const { category, components, message_send_ttl_seconds } = call.body;
  const change = { category, components, message_send_ttl_seconds, submit: true };
  await call.api('PUT /api/templates/{id}', {
    params: { id: call.node },
    body: change as unknown as InputOf<'PUT /api/templates/{id}'>['body'],
  });
  return { success: true };
}

/** `DELETE /{waba_id}/message_templates?name=`: all languages, or with `hsm_id` one. */
export async function deleteTemplates(call: GraphCall): Promise<object> {
  const { wabaId } = await numberOf(call);
  const name = textOf(call.query['name'] ?? call.body['name']);
  const one = textOf(call.query['hsm_id'] ?? call.body['hsm_id']);
  if (name === undefined) throw missingParameter('name');
  const named = await reading(call, (tx) => findTemplatesNamed(tx, wabaId, name, null));
  const ids = named.map(({ id }) => id).filter((id) => one === undefined || id === one);
  if (ids.length === 0) throw missingNode(one ?? name);
  for (const id of ids) await call.api('DELETE /api/templates/{id}', { params: { id }, query: {} });
  return { success: true };
}
