import { useLingui } from '@lingui/react/macro';
import type { HandoverReason, ThreadEvent } from '@parley/contract/types';

/** Who answers from here on, and why the AI assistant no longer does. @param by who did it; null: the reader */
export function AssistantWords({ event, by }: { event: ThreadEvent; by: string | null }) {
  const { t } = useLingui();
  const { on, reason } = event.detail;
  const reasons: Record<Exclude<HandoverReason, 'member'>, string> = {
    ai_unavailable: t`The AI assistant handed this over: its provider isn’t ready`,
    answers_used_up: t`The AI assistant handed this over: it answered as often as it may`,
    asked_for_person: t`The AI assistant handed this over: the customer asks for a person`,
    interrupted: t`The AI assistant handed this over: the server restarted while it was asked`,
    limit_reached: t`The AI assistant handed this over: the AI limit is used up`,
    no_passage: t`The AI assistant handed this over: no text fits the question`,
    not_sent: t`The AI assistant handed this over: its answer couldn’t be sent`,
    not_text: t`The AI assistant handed this over: the message isn’t text`,
    provider_failed: t`The AI assistant handed this over: the AI provider failed`,
    too_late: t`The AI assistant handed this over: the message waited for too long`,
    unsure: t`The AI assistant handed this over: it wasn’t sure`,
  };
  if (on === true && event.created_by === 'ai') return t`The AI assistant answers this`;
  if (on === true) return by === null ? t`You let the AI assistant answer` : t`${by} let the AI assistant answer`;
  if (reason === undefined || reason === 'member') {
    return by === null ? t`You took this from the AI assistant` : t`${by} took this from the AI assistant`;
  }
  return Object.hasOwn(reasons, reason) ? reasons[reason as keyof typeof reasons] : reasons.unsure;
}
