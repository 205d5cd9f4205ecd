import { type CallOutcome, toCallOutcome } from './call-outcome.ts';
import { isObject, type JsonObject, readId, readList, readName, readNumber, readObject } from './fields.ts';
import { type CallBasics, type Caller, segment } from './graph-call.ts';
import { type ProviderError, parseErrorEnvelope } from './provider-error.ts';
import { type HealthStatus, readHealth } from './read-health.ts';
import { type GraphPage, type PageRequest, pageQuery, queryOf, readPage, readSuccess } from './read-page.ts';

export type BusinessAccountInfo = {
  id: string;
  name: string | null;
  currency: string | null;
  timezoneId: string | null;
  accountReviewStatus: string | null;
  /** For the Marketing Messages API: `ELIGIBLE`, `ONBOARDED` and others; null where WhatsApp does not say. */
  marketingMessages: string | null;
  /** The business portfolio that owns it, whose numbers share one messaging limit. */
  portfolioId: string | null;
  health: HealthStatus | null;
};

/** An app that receives the account's webhooks. */
export type SubscribedApp = { id: string; name: string | null; overrideCallbackUri: string | null };

/** What the app gets of all accounts' webhooks, and where. */
export type FieldSubscription = { callbackUrl: string | null; fields: string[] };

/** Meta's information about an access token. */
export type TokenInfo = {
  isValid: boolean;
  appId: string | null;
  type: string | null;
  /** Milliseconds since 1970; null: it does not expire. */
  expiresAtMs: number | null;
  scopes: string[];
  /** Accounts and numbers of each scope; a scope without targets covers all. */
  granularScopes: { scope: string; targetIds: string[] }[];
  error: ProviderError | null;
};

export type AccountCalls = {
  getBusinessAccount(request: CallBasics & { wabaId: string }): Promise<CallOutcome<BusinessAccountInfo>>;
  /** Subscribes the token's app to the account's webhooks, which is required for any; optionally with another URL. */
  subscribeApp(
    request: CallBasics & { wabaId: string; override?: { callbackUri: string; verifyToken: string } },
  ): Promise<CallOutcome<true>>;
  listSubscribedApps(
    request: CallBasics & PageRequest & { wabaId: string },
  ): Promise<CallOutcome<GraphPage<SubscribedApp>>>;
  unsubscribeApp(request: CallBasics & { wabaId: string }): Promise<CallOutcome<true>>;
  /** @param inputToken the token to inspect; `accessToken` may be the same or the app's */
  debugToken(request: CallBasics & { inputToken: string }): Promise<CallOutcome<TokenInfo>>;
  /** Chooses the app's webhook fields and its URL. @param accessToken the app's: `{app id}|{app secret}` */
  subscribeFields(
    request: CallBasics & { appId: string; callbackUrl: string; verifyToken: string; fields: readonly string[] },
  ): Promise<CallOutcome<true>>;
  /** The app's webhook fields. @param accessToken the app's, as for `subscribeFields` */
  getFieldSubscription(request: CallBasics & { appId: string }): Promise<CallOutcome<FieldSubscription>>;
  /** Exchanges the one-time code of Embedded Signup for a business token. The code is valid once, for a short time. */
  exchangeCode(
    request: Omit<CallBasics, 'accessToken'> & {
      appId: string;
      appSecret: string;
      code: string;
      /** The exact redirect URL of the dialog. */
      redirectUri?: string;
    },
  ): Promise<CallOutcome<{ accessToken: string; expiresInMs: number | null }>>;
};

const WHATSAPP_OBJECT = 'whatsapp_business_account';
const ACCOUNT_FIELDS =
  'id,name,currency,timezone_id,account_review_status,owner_business_info,health_status,marketing_messages_onboarding_status';

export function createAccountCalls(call: Caller): AccountCalls {
  return {
    async getBusinessAccount({ wabaId, ...basics }) {
      const path = `${segment(wabaId)}${queryOf({ fields: ACCOUNT_FIELDS })}`;
      return toCallOutcome(await call({ ...basics, method: 'GET', path }), readAccount);
    },
    ...createSubscriptionCalls(call),
    async debugToken({ inputToken, ...basics }) {
      const path = `debug_token${queryOf({ input_token: inputToken })}`;
      return toCallOutcome(await call({ ...basics, method: 'GET', path }), readTokenInfo);
    },
    async exchangeCode({ appId, appSecret, code, redirectUri, ...basics }) {
      const query = queryOf({ client_id: appId, client_secret: appSecret, code, redirect_uri: redirectUri });
      const outcome = await call({ ...basics, accessToken: null, method: 'GET', path: `oauth/access_token${query}` });
      return toCallOutcome(outcome, readToken);
    },
  };
}

function createSubscriptionCalls(
  call: Caller,
): Pick<
  AccountCalls,
  'subscribeApp' | 'listSubscribedApps' | 'unsubscribeApp' | 'subscribeFields' | 'getFieldSubscription'
> {
  const edgeOf = (wabaId: string): string => `${segment(wabaId)}/subscribed_apps`;
  return {
    async subscribeApp({ wabaId, override, ...basics }) {
      const body =
        override === undefined
          ? {}
          : { override_callback_uri: override.callbackUri, verify_token: override.verifyToken };
      return toCallOutcome(await call({ ...basics, method: 'POST', path: edgeOf(wabaId), body }), readSuccess);
    },
    async listSubscribedApps({ wabaId, limit, after, ...basics }) {
      const path = `${edgeOf(wabaId)}${queryOf(pageQuery({ limit, after }))}`;
      return toCallOutcome(await call({ ...basics, method: 'GET', path }), (body) => readPage(body, readApp));
    },
    async unsubscribeApp({ wabaId, ...basics }) {
      return toCallOutcome(await call({ ...basics, method: 'DELETE', path: edgeOf(wabaId) }), readSuccess);
    },
    async getFieldSubscription({ appId, ...basics }) {
      const path = `${segment(appId)}/subscriptions`;
      return toCallOutcome(await call({ ...basics, method: 'GET', path }), readSubscription);
    },
    async subscribeFields({ appId, callbackUrl, verifyToken, fields, ...basics }) {
      const body = {
        object: WHATSAPP_OBJECT,
        callback_url: callbackUrl,
        verify_token: verifyToken,
        fields: fields.join(','),
      };
      const path = `${segment(appId)}/subscriptions`;
      return toCallOutcome(await call({ ...basics, method: 'POST', path, body }), readSuccess);
    },
  };
}

function readAccount(body: JsonObject): BusinessAccountInfo | null {
  const id = readId(body, 'id');
  if (id === null) return null;
  const owner = readObject(body, 'owner_business_info');
  return {
    id,
    name: readName(body, 'name', 255),
    currency: readName(body, 'currency', 255),
    timezoneId: readName(body, 'timezone_id', 255),
    accountReviewStatus: readName(body, 'account_review_status', 255),
    marketingMessages: readName(body, 'marketing_messages_onboarding_status', 255),
    portfolioId: owner && readId(owner, 'id'),
    health: readHealth(body),
  };
}

function readApp(row: JsonObject): SubscribedApp | null {
  const app = readObject(row, 'whatsapp_business_api_data');
  const id = app && readId(app, 'id');
  if (app === null || id === null) return null;
  return { id, name: readName(app, 'name', 255), overrideCallbackUri: readName(row, 'override_callback_uri', 4_096) };
}

function readSubscription(body: JsonObject): FieldSubscription | null {
  if (!Array.isArray(body.data)) return null;
  const ours = body.data.find((entry) => isObject(entry) && entry.object === WHATSAPP_OBJECT) ?? {};
  // Older answers have names, newer ones a version beside each.
  const fields = readList(ours, 'fields').flatMap(
    (field) => (isObject(field) ? readName(field, 'name', 255) : readName({ field }, 'field', 255)) ?? [],
  );
  return { callbackUrl: readName(ours, 'callback_url', 4_096), fields };
}

function readTokenInfo(body: JsonObject): TokenInfo | null {
  const data = readObject(body, 'data');
  if (data === null || typeof data.is_valid !== 'boolean') return null;
  // Seconds since 1970; 0 means never.
  const expiresAtS = readNumber(data, 'expires_at');
  return {
    isValid: data.is_valid,
    appId: readId(data, 'app_id'),
    type: readName(data, 'type', 255),
    expiresAtMs: expiresAtS === null || expiresAtS <= 0 ? null : Math.floor(expiresAtS * 1_000),
    scopes: readList(data, 'scopes').filter((scope) => typeof scope === 'string'),
    granularScopes: readList(data, 'granular_scopes').flatMap((entry) => {
      const scope = isObject(entry) ? readName(entry, 'scope', 255) : null;
      if (!isObject(entry) || scope === null) return [];
      return [{ scope, targetIds: readList(entry, 'target_ids').map(String) }];
    }),
    error: parseErrorEnvelope(data.error),
  };
}

function readToken(body: JsonObject): { accessToken: string; expiresInMs: number | null } | null {
  const accessToken = readName(body, 'access_token', 4_096);
  if (accessToken === null) return null;
  const expiresInS = readNumber(body, 'expires_in');
  return { accessToken, expiresInMs: expiresInS === null || expiresInS <= 0 ? null : expiresInS * 1_000 };
}
