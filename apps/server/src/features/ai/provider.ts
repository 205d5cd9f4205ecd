import type { OpenAI as Client } from 'openai';
import { type OutboundOutcome, postExternal } from '../../platform/outbound/post.ts';
import { ProviderFailure, reasonOfStatus } from './failures.ts';
import type { ChatMessage } from './requests.ts';

export type ProviderAddress = { baseUrl: string; key: string; model: string };
export type Answer = { text: string; inputTokens: number; outputTokens: number };
export type CallOptions = { allowed: readonly string[]; timeoutMs: number; signal: AbortSignal };

export const providerTimeoutMs = 30_000;
const maxAnswerBytes = 256 * 1_024;
const mostDetail = 300;
const withoutBody = new Set([101, 204, 205, 304]);

export function completionsUrl(baseUrl: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/chat/completions`;
}

/** One chat completion, without any database connection. @throws ProviderFailure */
export async function askProvider(
  address: ProviderAddress,
  messages: readonly ChatMessage[],
  maxTokens: number,
  options: CallOptions,
): Promise<Answer> {
  try {
    return await complete(address, messages, { max_tokens: maxTokens }, options);
  } catch (error) {
    // Newer models of OpenAI want the limit under another name; others know only the first.
    const wantsOther = error instanceof ProviderFailure && error.detail?.includes('max_completion_tokens') === true;
    if (!wantsOther) throw error;
    return complete(address, messages, { max_completion_tokens: maxTokens }, options);
  }
}

function complete(
  address: ProviderAddress,
  messages: readonly ChatMessage[],
  limit: { max_tokens: number } | { max_completion_tokens: number },
  options: CallOptions,
): Promise<Answer> {
  const body = { model: address.model, messages: [...messages], ...limit, stream: false as const };
  return callProvider(address, options, async (client) => readAnswer(await client.chat.completions.create(body)));
}

/** One call by the library. @throws ProviderFailure */
export async function callProvider<T>(
  { baseUrl, key }: ProviderAddress,
  options: CallOptions,
  call: (client: Client) => Promise<T>,
): Promise<T> {
  const { OpenAI, APIError } = await import('openai');
  let outcome: OutboundOutcome | undefined;
  const client: Client = new OpenAI({
    apiKey: key,
    // Nothing of the environment of the server goes to an account's provider.
    organization: null,
    project: null,
    baseURL: baseUrl.replace(/\/+$/, ''),
    maxRetries: 0,
    // The call below ends by itself; the library's own clock must not be first.
    timeout: options.timeoutMs * 2,
    logLevel: 'off',
    fetch: async (url, init) => {
      const sent = new Request(url, { method: 'POST', headers: new Headers(init?.headers), body: init?.body ?? null });
      outcome = await postExternal({
        url: String(url),
        headers: { ...Object.fromEntries(sent.headers), 'accept-encoding': 'identity' },
        body: Buffer.from(await sent.arrayBuffer()),
        timeoutMs: options.timeoutMs,
        maxAnswerBytes,
        allowed: options.allowed,
        signal: options.signal,
      });
      if (outcome.kind !== 'answer') throw new Error(outcome.kind);
      const type = String(outcome.headers['content-type'] ?? 'application/json');
      const body = withoutBody.has(outcome.status) ? null : new Uint8Array(outcome.body);
      return new Response(body, { status: outcome.status, headers: { 'content-type': type } });
    },
  });
  try {
    return await call(client);
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    if (outcome !== undefined && outcome.kind !== 'answer') throw failureOf(outcome, options.signal);
    const status = error instanceof APIError ? error.status : undefined;
    if (typeof status === 'number') throw new ProviderFailure(reasonOfStatus(status), detailOf(error, key));
    // The answer was 200 and not what the protocol says.
    if (outcome !== undefined) throw new ProviderFailure('unusable_answer', 'The answer is not JSON.', true);
    throw error;
  }
}

function readAnswer(answer: unknown): Answer {
  const { choices, usage } = (typeof answer === 'object' && answer !== null ? answer : {}) as {
    choices?: { message?: { content?: unknown }; finish_reason?: unknown }[];
    usage?: { prompt_tokens?: unknown; completion_tokens?: unknown };
  };
  const content = choices?.[0]?.message?.content;
  if (typeof content !== 'string' || content.trim() === '') {
    const cut = choices?.[0]?.finish_reason === 'length';
    throw new ProviderFailure('unusable_answer', cut ? 'The answer was cut off before any text.' : 'No text.', true);
  }
  const text = content.replaceAll('\u0000', '').toWellFormed().trim();
  return { text, inputTokens: tokensOf(usage?.prompt_tokens), outputTokens: tokensOf(usage?.completion_tokens) };
}

/** 0: the provider did not say. */
function tokensOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? Math.min(value, 10_000_000) : 0;
}

function failureOf(outcome: Exclude<OutboundOutcome, { kind: 'answer' }>, signal: AbortSignal): ProviderFailure {
  if (outcome.kind === 'refused') return new ProviderFailure('private_address', null);
  if (signal.aborted) return new ProviderFailure('interrupted', null, outcome.kind === 'lost');
  const charged = outcome.kind === 'lost';
  if (outcome.detail.startsWith('no complete answer')) return new ProviderFailure('timeout', null, charged);
  if (outcome.detail.startsWith('an answer of more'))
    return new ProviderFailure('unusable_answer', 'The answer is too large.', true);
  return new ProviderFailure('unreachable', outcome.detail.slice(0, mostDetail), charged);
}

function detailOf(error: unknown, key: string): string | null {
  const words = error instanceof Error ? error.message : '';
  const shown = words.replaceAll(key, '…').replaceAll('\u0000', '').toWellFormed().trim().slice(0, mostDetail);
  return shown === '' ? null : shown;
}
