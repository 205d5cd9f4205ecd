import { useLingui } from '@lingui/react/macro';
import type { Automation, AutomationRun, FlowStepKind, RunStep } from '@parley/contract/types';
import { type ConversionEvent, useFlowWords } from './use-flow-words.ts';

/** Lines of a trace, and how runs ended. */
export function useTraceWords() {
  const { t, i18n } = useLingui();
  const { kinds, conversions, duration } = useFlowWords();

  const title = ({ kind, outcome, detail }: RunStep): string => {
    if (kind === 'trigger') {
      if (outcome === 'bot_stopped') return t`Assigned to a person: no further runs`;
      if (outcome === 'too_many_runs') return t`Too many runs in this conversation`;
      if (outcome === 'failed') return t`Keywords took too long to compare`;
      return outcome === 'matched' ? t`Trigger matched` : t`Trigger didn’t match`;
    }
    if (kind === 'conditions') return t`Conditions not met`;
    switch (outcome) {
      case 'failed':
        return t`Failed: ${kinds[kind as FlowStepKind]}`;
      case 'refused':
        return t`Not sent`;
      case 'sent':
        return t`Sent`;
      case 'called':
        return t`Request sent`;
      case 'not_called':
        return t`Request not sent in a dry run`;
      case 'call_failed':
        return t`Request failed`;
      case 'conversion_sent':
        return t`Conversion sent to Meta`;
      case 'conversion_not_sent':
        return t`Conversion not sent in a dry run`;
      case 'conversion_failed':
        return t`Conversion not sent`;
      case 'no_ad_click':
        return t`No ad in the last 7 days, nothing sent to Meta`;
      case 'intent':
        return t`AI chose ${String(detail['intent'])} (${Number(detail['confidence'])}% sure)`;
      case 'no_intent':
        return t`AI chose no intent`;
      case 'intent_not_asked':
        return t`AI not asked in a dry run`;
      case 'number_known':
        return t`Number known, not asked for`;
      case 'asked':
        return t`Asked`;
      case 'retried':
        return t`Asked again`;
      case 'answered':
        return t`Saved ${String(detail['name'] ?? '')}`;
      case 'no_answer':
        return t`No answer in time`;
      case 'not_understood':
        return t`Answer didn’t fit`;
      case 'took':
        return t`Branch: ${detail['arm'] === null ? t`Otherwise` : String(detail['arm']) || '–'}`;
      case 'waiting':
        return t`Waited ${duration(Number(detail['minutes']))}`;
      default:
        return kinds[kind as FlowStepKind] ?? kind;
    }
  };

  const words = ({ outcome, detail }: RunStep): string => {
    const text = (name: string) => (typeof detail[name] === 'string' ? (detail[name] as string) : '');
    if (outcome === 'failed' || outcome === 'refused' || outcome === 'no_intent') return text('msg');
    if (outcome === 'intent_not_asked') {
      const names = (detail['intents'] ?? []) as string[];
      const taken = text('intent') || t`None fits, or no answer`;
      return t`Would ask: ${names.join(' · ')}. Continued with: ${taken}`;
    }
    if (outcome === 'conversion_failed') return text('msg');
    if (outcome === 'conversion_sent' || outcome === 'conversion_not_sent') {
      const value = detail['value'] as { amount: number; currency: string } | null;
      const worth = value && i18n.number(value.amount, { style: 'currency', currency: value.currency });
      return [conversions[text('event') as ConversionEvent], worth, text('ad')].filter(Boolean).join(' · ');
    }
    if (outcome === 'no_ad_click') return conversions[text('event') as ConversionEvent];
    if (outcome === 'call_failed') return `${text('call')} · ${text('msg')}`;
    if (outcome === 'called' || outcome === 'not_called') {
      const saved = Object.entries((detail['saved'] ?? {}) as Record<string, string>);
      return [text('call'), ...saved.map(([name, value]) => `${name} = ${value}`)].join(' · ');
    }
    if (text('file') !== '') return [text('file'), text('text')].filter(Boolean).join(' · ');
    if (outcome === 'answered') return `“${text('answer')}” → ${text('value')}`;
    if (outcome === 'retried')
      return t`“${text('answer')}” doesn’t fit. Retry ${Number(detail['retry'])} of ${Number(detail['of'])}.`;
    if (outcome === 'not_understood') return `“${text('answer')}”`;
    if (text('word') !== '') return t`“${text('word')}” in “${text('text')}”`;
    if (text('name') !== '' && text('value') !== '') return `${text('name')} = ${text('value')}`;
    return text('text');
  };

  const states: Record<AutomationRun['state'], string> = {
    RUNNING: t`Running`,
    WAITING: t`Waiting`,
    ASKING: t`Waiting for an answer`,
    CALLING: t`Waiting for another system`,
    FINISHED: t`Finished`,
    STOPPED: t`Stopped`,
    FAILED: t`Failed`,
  };

  const reason = (code: string | null): string => {
    const reasons: Record<string, string> = {
      handed_over: t`Assigned to a person`,
      held_by_other: t`Meta’s agent or another app took over`,
      member_replied: t`A member replied`,
      bot_loop: t`Not answered: a bot wrote the message, and the two would have gone on`,
      opted_out: t`The customer opted out of messages`,
      stopped: t`Stopped by a member`,
      automation_off: t`The automation was turned off`,
      call_failed: t`Request failed`,
      conversion_failed: t`Conversion not sent to Meta`,
      no_answer: t`No answer in time`,
      contact_blocked: t`The customer is blocked`,
      suppressed: t`The contact opted out`,
      window_closed: t`The reply window was closed`,
      no_conversation: t`The contact has no conversation`,
      conversation_deleted: t`The conversation was deleted`,
      restored: t`Stopped after a restore`,
      loop: t`Looped without waiting`,
      slow_words: t`Keywords took too long to compare`,
      not_met: t`Not started: its conditions were not met`,
      told_while_closed: t`Already told in this conversation since closing`,
    };
    return code === null ? '' : (reasons[code] ?? code);
  };

  const paused = ({ paused_by: by }: Automation): string =>
    by === 'slow_words'
      ? t`Paused: comparing its keywords or patterns with a message took too long. Make them fewer or simpler, then turn it on again.`
      : t`Paused after 5 errors in a row. Turn it on again when the cause is fixed.`;

  return { title, words, states, reason, paused };
}
