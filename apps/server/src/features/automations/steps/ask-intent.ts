import { isSureEnough } from '@parley/contract/intent-exam';
import type { StepOf } from '@parley/contract/types';
import { idFromKey } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { askIntent, type Reserved, reserveIntent } from '../../ai/public.ts';
import type { StepContext } from '../facts/context.ts';
import type { StepResult } from './step-result.ts';

type Intent = StepOf<'intent'>;

/**
 * Reserves the question in the transaction that claims the run. Its id derives from run and line, so the provider is
 * asked at most once, also after a crash. @returns the result when nothing is asked
 */
export async function prepareIntent(step: Intent, context: StepContext): Promise<Reserved | StepResult> {
  const { tx, run, incoming, contact } = context;
  const text = incoming?.text.trim() ?? '';
  if (text === '') return withoutIntent(step, 'The customer wrote no text.');
  const reserved = await reserveIntent(tx, {
    id: idFromKey(tx.clientId, 'automation intent', run.id, String(run.lines)),
    automationId: run.automation_id,
    text,
    contactName: contact.name,
    intents: step.intents,
  });
  return 'problem' in reserved ? withoutIntent(step, reserved.problem) : reserved;
}

export async function resultOfIntent(
  platform: Platform,
  step: Intent,
  call: Reserved,
  signal: AbortSignal,
): Promise<StepResult> {
  const answer = await askIntent(platform, call, signal);
  if ('problem' in answer) return withoutIntent(step, answer.problem);
  const { confidence } = answer;
  const chosen = step.intents[answer.intent - 1];
  if (chosen === undefined) return withoutIntent(step, 'None of the intents fits.', { intent: null, confidence });
  const detail = { intent: chosen.name, confidence };
  if (isSureEnough(answer, step.min_confidence)) return { line: { outcome: 'intent', detail }, next: chosen.next };
  const how = confidence === null ? 'without saying how sure it is' : `${confidence}% sure`;
  return withoutIntent(step, `${chosen.name}, ${how}. The step asks for ${step.min_confidence}%.`, detail);
}

function withoutIntent(step: Intent, msg: string, detail: object = {}): StepResult {
  return { line: { outcome: 'no_intent', detail: { msg, ...detail } }, next: step.otherwise };
}

/** A dry run asks nothing: it says what would be asked, and takes the chosen way. */
export function rehearseIntent(step: Intent): StepResult {
  const sample = step.intents.find(({ id }) => id === step.sample);
  const names = step.intents.map(({ name }) => name);
  const detail = { intents: names, intent: sample?.name ?? null };
  return { line: { outcome: 'intent_not_asked', detail }, next: sample?.next ?? step.otherwise };
}
