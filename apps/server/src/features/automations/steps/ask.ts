import type { StepOf } from '@parley/contract/types';
import { AppError } from '../../../platform/errors.ts';
import { idFromKey } from '../../../platform/ids.ts';
import { setContactField } from '../../contacts/public.ts';
import { botAuthor } from '../../messaging/public.ts';
import { putAnswer, scoreOfChoice } from '../../ratings/public.ts';
import type { StepContext } from '../facts/context.ts';
import { readAnswer } from './answers.ts';
import { handOver, send } from './effects.ts';
import { questionContent } from './message-content.ts';
import type { StepResult } from './step-result.ts';

/** Asks; then reads the answer, asks again, or goes on without one. */
export async function executeAsk(step: StepOf<'ask'>, context: StepContext): Promise<StepResult> {
  const { run, incoming } = context;
  if (run.state !== 'ASKING') {
    run.retries = 0;
    const line = send(questionContent(step, step.text, context), context);
    return { line: { ...line, outcome: 'asked' }, next: step.id, pause: waiting(step) };
  }
  if (!run.answered || incoming === null) {
    const line = { outcome: 'no_answer', detail: {} };
    return step.otherwise === null
      ? { line, next: null, end: { state: 'STOPPED', reason: 'no_answer' } }
      : { line, next: step.otherwise };
  }
  const saved = await saveAnswer(step, context, incoming.text);
  if (saved !== null) await putRating(step, context);
  if (saved !== null) return { line: { outcome: 'answered', detail: saved }, next: step.next };
  if (run.retries < step.retries) {
    run.retries += 1;
    const line = send(questionContent(step, step.retry_text, context), context);
    const detail = { ...line.detail, answer: incoming.text, retry: run.retries, of: step.retries };
    return { line: { ...line, outcome: 'retried', detail }, next: step.id, pause: waiting(step) };
  }
  const line = { outcome: 'not_understood', detail: { answer: incoming.text } };
  if (step.otherwise !== null) return { line, next: step.otherwise };
  return { ...(await handOver({ kind: 'nobody' }, context)), line };
}

/** A tapped answer of the recipe that asks for a rating is counted with those that the account's rule brings. */
async function putRating(step: StepOf<'ask'>, { tx, run, thread, incoming, dry }: StepContext): Promise<void> {
  const choice = step.answer === 'choice' ? step.choices.find(({ id }) => id === incoming?.reply?.id) : undefined;
  const score = scoreOfChoice(choice?.id);
  if (score !== null && !dry) await putAnswer(tx, idFromKey(tx.clientId, 'rating', run.id, step.id), thread.id, score);
}

function waiting(step: StepOf<'ask'>): NonNullable<StepResult['pause']> {
  return { state: 'ASKING', minutes: step.timeout_minutes };
}

/** @returns null when the answer does not fit the question or the attribute */
async function saveAnswer(
  step: StepOf<'ask'>,
  { tx, run, contact, channel, incoming }: StepContext,
  answer: string,
): Promise<Record<string, unknown> | null> {
  const { now, country } = channel;
  const value = incoming === null ? null : await readAnswer(step, incoming, { now, country });
  if (value === null) return null;
  const { kind, name } = step.save_to;
  if (kind === 'field') {
    try {
      await setContactField(tx, contact.id, { name, value }, botAuthor);
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  }
  run.variables = { ...run.variables, [name]: value };
  return { name, value, answer };
}
