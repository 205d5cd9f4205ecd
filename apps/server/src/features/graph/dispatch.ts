import { ApiRefusal } from '../../platform/http/inner-calls.ts';
import { isUuid } from '../../platform/ids.ts';
import type { ProviderAccess } from '../channels/public.ts';
import { blockUsers } from './block-users.ts';
import { forward, isForwarded } from './forward.ts';
import type { GraphCall, GraphHandler } from './graph-call.ts';
import { GraphError, graphErrorOf } from './graph-error.ts';
import { deleteMedia, readMedia, uploadMedia } from './media.ts';
import { postMessages } from './send-message.ts';
import { subscribe } from './subscriptions.ts';
import { createTemplate, deleteTemplates, editTemplate, listTemplates, readTemplate } from './templates.ts';

/** By method and edge. */
const edges: Readonly<Record<string, GraphHandler>> = {
  'DELETE block_users': blockUsers('unblock'),
  'DELETE message_templates': deleteTemplates,
  'GET message_templates': listTemplates,
  'POST block_users': blockUsers('block'),
  'POST marketing_messages': postMessages,
  'POST media': uploadMedia,
  'POST message_templates': createTemplate,
  'POST messages': postMessages,
  'POST subscribed_apps': subscribe,
};

/** Answers a call of the Cloud API. @throws GraphError */
export async function dispatch(call: GraphCall, providers: ProviderAccess): Promise<unknown> {
  const { method } = call.request;
  try {
    const handle = edges[`${method} ${call.edge}`];
    if (handle !== undefined) return await handle(call);
    if (call.edge === '' && isUuid(call.node)) return await ownNode(call);
    if (isForwarded(method, call.edge)) return await forward(call, providers);
  } catch (error) {
    throw error instanceof ApiRefusal ? graphErrorOf(error) : error;
  }
  const details = `Parley does not answer ${method} ${call.edge}.`;
  throw new GraphError(100, 'Unsupported request', details);
}

/** A file or a template: what has an id of ours. */
async function ownNode(call: GraphCall): Promise<unknown> {
  if (call.request.method === 'DELETE') return deleteMedia(call);
  if (call.request.method === 'POST') return editTemplate(call);
  if (call.request.method !== 'GET') throw new GraphError(100, 'Unsupported request', 'This can’t be changed.');
  try {
    return await readMedia(call);
  } catch (error) {
    const mayBeTemplate = error instanceof ApiRefusal && (error.status === 404 || error.status === 403);
    if (!mayBeTemplate || !call.actor.scopes.includes('templates:read')) throw error;
    return readTemplate(call);
  }
}
