import { getChannelClient, type ProviderAccess } from '../channels/public.ts';
import { type GraphCall, isFields, numberOf } from './graph-call.ts';
import { GraphError } from './graph-error.ts';

const timeoutMs = 15_000;

/** What Parley has no part in and cannot be broken by, so that WhatsApp may answer it. By method and edge. */
const forwarded = new Set([
  ...['GET ', 'POST '],
  ...['GET block_users', 'GET calls', 'POST calls', 'GET call_permissions'],
  ...['POST conversational_automation', 'GET flows', 'POST flows'],
  ...['GET message_qrdls', 'POST message_qrdls', 'DELETE message_qrdls'],
  ...['GET phone_numbers', 'POST request_code', 'POST verify_code'],
  ...['GET settings', 'POST settings', 'GET subscribed_apps'],
  ...['GET username', 'GET username_suggestions'],
  ...['GET whatsapp_business_profile', 'POST whatsapp_business_profile'],
]);
/** Properties of a number that a program may change: the address of its webhooks is Parley's. */
const changeable = new Set(['new_display_name', 'messaging_product']);

export function isForwarded(method: string, edge: string): boolean {
  return forwarded.has(`${method} ${edge}`);
}

/** Hands a call on to WhatsApp with the token of the channel. @throws GraphError */
export async function forward(call: GraphCall, providers: ProviderAccess): Promise<object> {
  const { platform, actor, request, reply, node, edge, rest, query, body } = call;
  const method = request.method as 'DELETE' | 'GET' | 'POST';
  requireScope(actor.scopes, method === 'GET' ? 'channels:read' : 'channels:write');
  const { channelId } = await numberOf(call);
  if (edge === '' && method === 'POST') requireChangeable(body);
  const { client, accessToken } = await getChannelClient(platform, providers, actor.clientId, channelId);
  const segments = [node, edge, ...(rest === '' ? [] : [rest])].filter((part) => part !== '').map(encodeURIComponent);
  const { access_token: _theirs, ...asked } = query;
  const search = new URLSearchParams(asked);
  const outcome = await client.forward({
    method,
    path: `${segments.join('/')}${search.size === 0 ? '' : `?${search}`}`,
    accessToken,
    timeoutMs,
    ...(isFields(body) && Object.keys(body).length > 0 && { body }),
  });
  if (outcome.kind !== 'answer') {
    throw new GraphError(2, 'Service temporarily unavailable', 'WhatsApp did not answer.', { status: 503 });
  }
  void reply.code(outcome.answer.status);
  try {
    return JSON.parse(outcome.answer.body.toString('utf8')) as object;
  } catch {
    throw new GraphError(131_000, 'Something went wrong', 'WhatsApp answered in a form that is no JSON.', {
      status: 502,
    });
  }
}

function requireScope(scopes: readonly string[], needed: string): void {
  if (scopes.includes(needed)) return;
  const details = `This API key does not have the scope ${needed}.`;
  throw new GraphError(10, 'Application does not have permission for this action', details, { status: 403 });
}

function requireChangeable(body: Record<string, unknown>): void {
  const name = Object.keys(body).find((each) => !changeable.has(each));
  if (name === undefined) return;
  const details = `${name} can’t be changed through Parley. To receive events, add a webhook in Parley.`;
  throw new GraphError(100, 'Invalid parameter', details);
}
