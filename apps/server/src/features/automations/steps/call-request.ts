import { originOfCall } from '@parley/contract/flow-calls';
import type { StepOf } from '@parley/contract/types';
import { variablesIn } from '@parley/contract/variables';
import { AppError, invalid } from '../../../platform/errors.ts';
import { idFromKey } from '../../../platform/ids.ts';
import type { OutboundOutcome, OutboundRequest } from '../../../platform/outbound/post.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { StepContext } from '../facts/context.ts';
import { findSecrets } from '../secret-repo.ts';
import { openSecret } from '../secrets.ts';
import { variablesFrom } from './body-variables.ts';
import { filled } from './message-content.ts';
import type { StepResult } from './step-result.ts';

type CallUrl = StepOf<'call_url'>;
export type CallRequest = Pick<OutboundRequest, 'url' | 'headers' | 'body'> & { method: CallUrl['method'] };

/**
 * A call with the values of the contact and the run. The same line of a run is always the same key, so that another
 * system can tell a repetition.
 * @throws AppError validation_failed when a secret is gone or belongs to another address
 */
export async function prepareCall(step: CallUrl, context: StepContext, platform: Platform): Promise<CallRequest> {
  const { tx, run } = context;
  const url = urlOf(step, context);
  const secrets = await findSecrets(
    tx,
    step.headers.flatMap(({ secret_id: id }) => (id === null ? [] : [id])),
  );
  const origin = originOfCall(step.url);
  const headers: Record<string, string> = {};
  for (const { name, value, secret_id: id } of step.headers) {
    const secret = id === null ? undefined : secrets.get(id);
    if (id !== null && secret?.origin !== origin) {
      throw invalid('headers', `The secret of the header ${name} was entered for another address. Enter it again.`);
    }
    headers[name] = secret === undefined ? headerValue(filled(value, context)) : openSecret(platform, secret);
  }
  const body = step.method === 'GET' ? '' : bodyOf(step, context);
  return {
    ...{ method: step.method, url, body: Buffer.from(body) },
    headers: {
      accept: 'application/json',
      'user-agent': 'Parley-Automations/1',
      ...(body === '' ? {} : { 'content-type': 'application/json' }),
      ...headers,
      'idempotency-key': idFromKey(tx.clientId, 'automation call', run.id, String(run.lines)),
    },
  };
}

/** Values become part of a path or a query, whatever they contain. */
function urlOf({ url }: CallUrl, context: StepContext): string {
  return [...new Set(variablesIn(url))].reduce(
    (text, name) =>
      text.replaceAll(new RegExp(`\\{\\{\\s*${RegExp.escape(name)}\\s*\\}\\}`, 'g'), () =>
        encodeURIComponent(filled(`{{${name}}}`, context).toWellFormed()),
      ),
    url,
  );
}

/** Only texts of the JSON have variables, so that no value can change its form. */
function bodyOf({ body }: CallUrl, context: StepContext): string {
  if (body.trim() === '') return '';
  const fill = (_key: string, value: unknown) => (typeof value === 'string' ? filled(value, context) : value);
  return JSON.stringify(JSON.parse(body, fill));
}

/** Headers are one line of Latin letters; others are escaped. */
function headerValue(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[^\x20-\x7e]/gu, (sign) => encodeURIComponent(sign.toWellFormed()));
}

/** Saves what the answer brought, and goes on or the other way. */
export function resultOfCall(step: CallUrl, context: StepContext, outcome: OutboundOutcome): StepResult {
  if (outcome.kind === 'refused') return failedCall(step, 'The address leads into a private network, or is none.');
  if (outcome.kind !== 'answer') return failedCall(step, `No answer (${outcome.detail.slice(0, 200)}).`);
  const { status, body } = outcome;
  if (status >= 300 && status < 400) return failedCall(step, `Redirected (${status}). Redirects are not followed.`);
  if (status < 200 || status > 299) return failedCall(step, `Answered ${status}.`);
  try {
    const saved = variablesFrom(step.save, body.toString('utf8'), 'The answer is not JSON.');
    context.run.variables = { ...context.run.variables, ...saved };
    return { line: { outcome: 'called', detail: { call: shownCall(step), status, saved } }, next: step.next };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return failedCall(step, `Answered ${status}. ${error.data[0]?.msg ?? error.message}`);
  }
}

export function failedCall(step: CallUrl, msg: string): StepResult {
  const line = { outcome: 'call_failed', detail: { call: shownCall(step), msg } };
  if (step.otherwise !== null) return { line, next: step.otherwise };
  return { line, next: null, end: { state: 'FAILED', reason: 'call_failed' } };
}

/** Without the values of the contact: everyone who sees the conversation reads it. */
function shownCall({ method, url }: CallUrl): string {
  return `${method} ${url}`;
}

/** A dry run calls nothing: the sample is the answer, if there is one. */
export function rehearseCall(step: CallUrl, context: StepContext): StepResult {
  const sample = step.sample.trim();
  const saved = sample === '' ? {} : variablesFrom(step.save, sample, 'The sample answer is not JSON.');
  context.run.variables = { ...context.run.variables, ...saved };
  return { line: { outcome: 'not_called', detail: { call: shownCall(step), saved } }, next: step.next };
}
