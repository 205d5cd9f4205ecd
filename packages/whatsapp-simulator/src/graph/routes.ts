import { setTimeout as sleep } from 'node:timers/promises';
import type { Permission } from '../control-types.ts';
import type { Core } from '../engine/core.ts';
import { applyElapsedTime } from '../engine/pass-time.ts';
import { maxBodyCharacters } from '../engine/traffic.ts';
import { bearerOf, type Exchange, type Reply } from '../http/exchange.ts';
import { changeNode, readNode } from './account-nodes.ts';
import { requestAppData } from './app-data.ts';
import { block, listBlocked, unblock } from './block-list.ts';
import type { GraphCall, GraphHandler } from './call.ts';
import { manageCalls, readCallPermission } from './calls.ts';
import { listCatalogs, listProducts, readCommerceSettings } from './catalog.ts';
import { ensureDataset, receiveConversions } from './conversions.ts';
import { errorDetailsOf } from './error-catalogue.ts';
import { GraphError, presentGraphError } from './errors.ts';
import { downloadMedia, removeMedia, uploadMedia } from './media.ts';
import { lookasidePath } from './media-links.ts';
import { deleteLink, listLinks, readLink, saveLink } from './message-links.ts';
import { postMarketingMessages, postMessages } from './messages.ts';
import { addPhoneNumber, listPhoneNumbers } from './numbers.ts';
import { readProfile, writeAutomation, writeProfile } from './profile.ts';
import { deregister, register, requestCode, verifyCode } from './registration.ts';
import { requirePermission } from './require.ts';
import { changeSettings, readSettings } from './settings.ts';
import { listFields, listSubscriptions, subscribe, subscribeFields, unsubscribe } from './subscribed-apps.ts';
import {
  createTemplate,
  deleteTemplates,
  listLibrary,
  listTemplates,
  moveTemplates,
  unpauseTemplate,
} from './templates.ts';
import { controlThread } from './thread-control.ts';
import { accountOfAppToken, debugToken, exchangeCode } from './tokens.ts';
import { listFlows, refuseCalls, refuseFlows } from './unplayed.ts';
import { startUpload } from './uploads.ts';
import { deleteUsername, listSuggestions, readUsername, writeUsername } from './username.ts';

interface Route {
  needs: Permission | null;
  handle: GraphHandler;
}

const messaging: Permission = 'whatsapp_business_messaging';
const management: Permission = 'whatsapp_business_management';
const conversions: Permission = 'whatsapp_business_manage_events';
const catalogs: Permission = 'catalog_management';

/** By method and edge; the edge of a bare node is ''; `/*` matches one more part. */
const routes: Readonly<Record<string, Route>> = {
  'DELETE ': { needs: messaging, handle: removeMedia },
  'DELETE block_users': { needs: messaging, handle: unblock },
  'DELETE message_qrdls/*': { needs: management, handle: deleteLink },
  'DELETE subscribed_apps': { needs: management, handle: unsubscribe },
  'DELETE username': { needs: management, handle: deleteUsername },
  'DELETE message_templates': { needs: management, handle: deleteTemplates },
  'GET ': { needs: null, handle: readNode },
  'GET block_users': { needs: messaging, handle: listBlocked },
  'GET calls': { needs: messaging, handle: refuseCalls },
  'GET call_permissions': { needs: messaging, handle: readCallPermission },
  'GET flows': { needs: management, handle: listFlows },
  'GET message_qrdls/*': { needs: management, handle: readLink },
  'GET message_qrdls': { needs: management, handle: listLinks },
  'GET message_templates': { needs: management, handle: listTemplates },
  'GET phone_numbers': { needs: management, handle: listPhoneNumbers },
  'GET product_catalogs': { needs: catalogs, handle: listCatalogs },
  'GET products': { needs: catalogs, handle: listProducts },
  'GET settings': { needs: management, handle: readSettings },
  'GET subscriptions': { needs: null, handle: listFields },
  'GET subscribed_apps': { needs: management, handle: listSubscriptions },
  'GET username': { needs: management, handle: readUsername },
  'GET username_suggestions': { needs: management, handle: listSuggestions },
  'GET whatsapp_business_profile': { needs: messaging, handle: readProfile },
  'GET whatsapp_commerce_settings': { needs: management, handle: readCommerceSettings },
  'POST ': { needs: management, handle: changeNode },
  'POST block_users': { needs: messaging, handle: block },
  'POST calls': { needs: messaging, handle: manageCalls },
  'POST conversational_automation': { needs: management, handle: writeAutomation },
  'POST dataset': { needs: conversions, handle: ensureDataset },
  'POST deregister': { needs: management, handle: deregister },
  'POST events': { needs: conversions, handle: receiveConversions },
  'POST flows': { needs: management, handle: refuseFlows },
  'POST media': { needs: messaging, handle: uploadMedia },
  'POST message_qrdls/*': { needs: management, handle: saveLink },
  'POST message_qrdls': { needs: management, handle: saveLink },
  'POST message_templates': { needs: management, handle: createTemplate },
  'POST message_templates/*': { needs: management, handle: moveTemplates },
  'POST marketing_messages': { needs: messaging, handle: postMarketingMessages },
  'POST messages': { needs: messaging, handle: postMessages },
  'POST phone_numbers': { needs: management, handle: addPhoneNumber },
  'POST register': { needs: management, handle: register },
  'POST request_code': { needs: management, handle: requestCode },
  'POST settings': { needs: management, handle: changeSettings },
  'POST smb_app_data': { needs: management, handle: requestAppData },
  'POST subscriptions': { needs: null, handle: subscribeFields },
  'POST subscribed_apps': { needs: management, handle: subscribe },
  'POST thread_control': { needs: messaging, handle: controlThread },
  'POST unpause': { needs: management, handle: unpauseTemplate },
  'POST uploads': { needs: null, handle: startUpload },
  'POST username': { needs: management, handle: writeUsername },
  'POST verify_code': { needs: management, handle: verifyCode },
  'POST whatsapp_business_profile': { needs: messaging, handle: writeProfile },
};

const library: Route = { needs: management, handle: listLibrary };
const tokenDebugging: Route = { needs: null, handle: debugToken };

const download: Route = { needs: messaging, handle: downloadMedia };

/** With a version, or without one as the platform allows: then it begins with the id of a node. */
const graphPath =
  /^(?:\/simulator)?\/(?:v\d+\.0\/(?=[^/])|(?=(?:\d{5,}|oauth|debug_token|message_template_library)(?:\/|$)))([^/]+)(?:\/([^/]*))?(\/.+?)?\/?$/;

/**
 * Answers a call to the Graph API, any version, with or without the `/simulator` prefix.
 * @returns null when the path does not belong to it
 */
export async function answerGraph(core: Core, exchange: Exchange): Promise<Reply | null> {
  const { pathname } = exchange.url;
  const [, id = '', edge = '', rest] = graphPath.exec(pathname) ?? [];
  const isDownload = pathname === lookasidePath;
  if (!isDownload && !/^(?:\/simulator)?\/v\d+\.0(\/|$)/.test(pathname) && id === '') return null;
  if (id === 'oauth' && edge === 'access_token') return answerCall(core, () => exchangeCode(core, exchange));
  const route: Route | undefined = isDownload ? download : routeOf(exchange.method, id, edge, rest);
  const startedMs = performance.now();
  const token = tokenOf(exchange) ?? '';
  // An app's own token can only inspect tokens and choose the app's webhook fields.
  const isApps = id === 'debug_token' || edge === 'subscriptions';
  const account = core.accounts.findByToken(token) ?? (isApps ? accountOfAppToken(core, token) : null);
  const decoded = { id: decode(id), rest: decode((rest ?? '').slice(1)) };
  const call: GraphCall | null = account && { core, account, exchange, ...decoded, text: '' };
  const { network_off, network_delay_ms } = call?.account.faults ?? {};
  if (network_off) return { drop: true };
  if (network_delay_ms) await sleep(network_delay_ms, undefined, { ref: false });
  if (call) applyElapsedTime(core, call.account);
  const reply = await answerCall(core, () => handle(exchange, route, call));
  if (call && !isDownload) note(call, reply, performance.now() - startedMs);
  return reply;
}

function routeOf(method: string, id: string, edge: string, rest: string | undefined): Route | undefined {
  if (id === 'debug_token') return method === 'GET' ? tokenDebugging : undefined;
  if (id === 'message_template_library') return method === 'GET' ? library : undefined;
  return routes[`${method} ${edge}${rest ? '/*' : ''}`];
}

function handle(exchange: Exchange, route: Route | undefined, call: GraphCall | null): Promise<Reply> | Reply {
  if (!call) throw tokenError(exchange);
  const { token_expired, every_call_error } = call.account.faults;
  if (every_call_error !== undefined) {
    throw new GraphError(every_call_error, `${errorDetailsOf(every_call_error).title} (asked for)`);
  }
  if (token_expired && route !== tokenDebugging) throw tokenError(exchange);
  if (!route) throw new GraphError(2500, `Unknown path components: ${exchange.url.pathname}`);
  if (route.needs) requirePermission(call.account, route.needs);
  if (route.needs === management) return manage(call, route);
  return route.handle(call);
}

/** Calls about the account are counted per hour, and the response contains the usage. */
async function manage(call: GraphCall, route: Route): Promise<Reply> {
  const { core, account } = call;
  const used = core.rates.takeManagement(account);
  if (used > 100) {
    throw new GraphError(80007, 'There have been too many calls to this WhatsApp Business account. Wait an hour.');
  }
  const reply = await route.handle(call);
  const usage = { type: 'whatsapp_business_management', call_count: used, total_cputime: 0, total_time: 0 };
  const usages = { [account.waba_id]: [{ ...usage, estimated_time_to_regain_access: 0 }] };
  return 'json' in reply ? { ...reply, headers: { 'x-business-use-case-usage': JSON.stringify(usages) } } : reply;
}

async function answerCall(core: Core, act: () => Promise<Reply> | Reply): Promise<Reply> {
  try {
    const reply = await act();
    await core.database.committed();
    return reply;
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    await core.database.committed();
    return { status: error.http, json: presentGraphError(error) };
  }
}

function tokenOf({ request, url }: Exchange): string | null {
  return bearerOf(request) ?? url.searchParams.get('access_token');
}

function tokenError(exchange: Exchange): GraphError {
  return tokenOf(exchange) === null
    ? new GraphError(104, 'An access token is required to request this resource.')
    : new GraphError(190, 'Invalid OAuth access token: it cannot be read, has expired, or was revoked.');
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Invalid encoding: treated as an unknown id.
    return part;
  }
}

function note(call: GraphCall, reply: Reply, durationMs: number): void {
  const { method, request } = call.exchange;
  const url = new URL(call.exchange.url);
  url.searchParams.delete('access_token');
  const asksAboutToken = url.searchParams.has('input_token');
  if (asksAboutToken) url.searchParams.set('input_token', '…');
  const answered = 'json' in reply;
  const type = request.headers['content-type'] ?? '';
  // The text lacks the bytes of a file and the token of a URL: such a call could not be repeated.
  const whole = !type.startsWith('multipart/') && !asksAboutToken;
  call.core.traffic.note(
    call.account,
    {
      direction: 'in',
      method,
      url: url.pathname + url.search,
      status: 'status' in reply ? reply.status : null,
      duration_ms: Math.round(durationMs),
      request: call.text.slice(0, maxBodyCharacters),
      response: answered ? JSON.stringify(reply.json) : '',
    },
    whole ? { bytes: Buffer.from(call.text), type } : undefined,
  );
}
