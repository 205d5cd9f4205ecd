import type { Executor, TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { openKey } from './api-key.ts';
import { type CalledFor, insertCall, listInterruptedCalls, readBudget, settleCall } from './call-repo.ts';
import { ProviderFailure } from './failures.ts';
import { type Answer, askProvider, providerTimeoutMs } from './provider.ts';
import { answerTokens, type ChatMessage, mostInputTokens } from './requests.ts';
import type { SettingsRow } from './settings-repo.ts';

/** Calls of one member in a minute. */
export const callsAMinute = 20;
/** Of one automation. */
export const automationCallsAMinute = 600;

/** A call whose tokens are held back. */
export type Reserved = {
  id: string;
  clientId: string;
  reserved: number;
  maxTokens: number;
  messages: readonly ChatMessage[];
  settings: SettingsRow;
};

/**
 * Holds back what a call may cost at most, before it is made: so many calls at once cannot exceed the monthly limit.
 * @param settings locked by the caller
 * @param options an id of the caller's: a call of this id is made once
 * @throws AppError ai_limit_reached, too_many_requests, id_conflict
 */
export async function reserve(
  tx: TenantTx,
  settings: SettingsRow,
  author: string,
  action: CalledFor,
  messages: readonly ChatMessage[],
  options: { id?: string; aMinute?: number } = {},
): Promise<Reserved> {
  const { id = newId(), aMinute = callsAMinute } = options;
  const maxTokens = answerTokens[action];
  const reserved = mostInputTokens(messages) + maxTokens;
  const { spent, reserved: open, recent } = await readBudget(tx, author);
  if (recent >= aMinute) {
    throw new AppError('too_many_requests', {
      message: `You can use AI ${aMinute} times a minute. Try again in a moment.`,
      retryAfterS: 60,
    });
  }
  if (spent + open + reserved > settings.monthly_tokens) {
    throw new AppError('ai_limit_reached', {
      message: 'This account’s monthly AI limit is used up. An Admin can raise it under Integrations.',
    });
  }
  if (!(await insertCall(tx, { id, author, action, reserved, currency: settings.currency }))) {
    throw new AppError('id_conflict', { message: 'This was asked before.' });
  }
  return { id, clientId: tx.clientId, reserved, maxTokens, messages, settings };
}

/**
 * Asks the provider and ends the call, in a transaction of its own together with what the answer is stored as.
 * @throws ProviderFailure
 */
export async function spend(
  platform: Platform,
  call: Reserved,
  signal: AbortSignal,
  store: (tx: TenantTx, answer: Answer) => Promise<void> = async () => undefined,
): Promise<Answer> {
  const { clientId, id, settings, messages } = call;
  const { withTenant } = platform.db;
  try {
    const address = {
      baseUrl: settings.base_url,
      key: openKey(platform, clientId, settings.api_key_enc),
      model: settings.model,
    };
    const answer = counted(
      await askProvider(address, messages, call.maxTokens, {
        allowed: platform.config.ALLOWED_PRIVATE_HOSTS,
        timeoutMs: providerTimeoutMs,
        signal,
      }),
      messages,
    );
    await withTenant(clientId, async (tx) => {
      const { inputTokens, outputTokens } = answer;
      const cost = costOf(settings, inputTokens, outputTokens);
      await settleCall(tx, { clientId, id, failure: null, inputTokens, outputTokens, cost });
      await store(tx, answer);
    });
    return answer;
  } catch (error) {
    const failure = error instanceof ProviderFailure ? error : null;
    // What nobody can know counts as spent, so that the limit holds.
    const inputTokens = failure?.charged === false ? 0 : call.reserved;
    await withTenant(clientId, (tx) =>
      settleCall(tx, {
        clientId,
        id,
        failure: failure?.reason ?? 'interrupted',
        inputTokens,
        outputTokens: 0,
        cost: costOf(settings, inputTokens, 0),
      }),
    );
    throw error;
  }
}

/** Providers that count nothing are counted by length: four bytes are about a token. */
function counted(answer: Answer, messages: readonly ChatMessage[]): Answer {
  const bytes = messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  return {
    ...answer,
    inputTokens: answer.inputTokens || Math.ceil(bytes / 4),
    outputTokens: answer.outputTokens || Math.ceil(Buffer.byteLength(answer.text) / 4),
  };
}

function costOf(settings: SettingsRow, inputTokens: number, outputTokens: number): string {
  const { input_price: input, output_price: output } = settings;
  return ((inputTokens * Number(input) + outputTokens * Number(output)) / 1_000_000).toFixed(6);
}

/** Once an hour: calls whose process ended before the answer count as spent. */
export async function settleInterruptedCalls(tx: Executor): Promise<number> {
  const calls = await listInterruptedCalls(tx);
  for (const { client_id: clientId, id, reserved_tokens: inputTokens } of calls) {
    await settleCall(tx, { clientId, id, failure: 'interrupted', inputTokens, outputTokens: 0, cost: '0' });
  }
  return calls.length;
}
