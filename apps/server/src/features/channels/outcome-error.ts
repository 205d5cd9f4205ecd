import type { CallOutcome } from '@parley/whatsapp-client';
import { AppError, invalid } from '../../platform/errors.ts';

type Unhappy = Exclude<CallOutcome<unknown>, { kind: 'ok' }>;

/** What happened and the next step, as one text; WhatsApp's own details stand in the middle where it gave some. */
export function outcomeWords({ error }: Unhappy): string {
  const said = error.provider?.userMessage ?? error.provider?.details ?? null;
  return [error.title, said, error.nextStep]
    .filter((part) => part !== null)
    .map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
    .join(' ');
}

/**
 * The value of a call that a person waits for.
 * @param field the field of theirs that a refusal is about
 * @throws AppError validation_failed when it was refused, unavailable when the other side did not answer
 */
export function answered<T>(outcome: CallOutcome<T>, field: string): T {
  if (outcome.kind === 'ok') return outcome.value;
  if (outcome.kind === 'failed') throw invalid(field, outcomeWords(outcome));
  const retryAfterS = Math.ceil((outcome.afterMs ?? 10_000) / 1_000);
  throw new AppError('unavailable', {
    message: `${outcome.error.title}. Nothing was changed; please try again.`,
    retryAfterS,
  });
}
