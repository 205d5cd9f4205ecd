import type { CallOutcome } from '@parley/whatsapp-client';
import { AppError, invalid } from '../../platform/errors.ts';

type FailedOutcome = Exclude<CallOutcome<unknown>, { kind: 'ok' }>;

/** What happened and the next step, as one text, with WhatsApp's details in between where it gave some. */
export function outcomeMessage({ error }: FailedOutcome): string {
  const said = error.provider?.userMessage ?? error.provider?.details ?? null;
  return [error.title, said, error.nextStep]
    .filter((part) => part !== null)
    .map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
    .join(' ');
}

/**
 * The value of a call that a member waits for.
 * @param field the input field that a refusal concerns
 * @throws AppError validation_failed when it was refused, unavailable when the other side did not answer
 */
export function requireOutcome<T>(outcome: CallOutcome<T>, field: string): T {
  if (outcome.kind === 'ok') return outcome.value;
  if (outcome.kind === 'failed') throw invalid(field, outcomeMessage(outcome));
  const retryAfterS = Math.ceil((outcome.afterMs ?? 10_000) / 1_000);
  throw new AppError('unavailable', {
    message: `${outcome.error.title}. Nothing was changed; please try again.`,
    retryAfterS,
  });
}
