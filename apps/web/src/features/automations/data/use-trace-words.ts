import { useLingui } from '@lingui/react/macro';
import type { AutomationRun, FlowStepKind, RunStep } from '@parley/contract/types';
import { useFlowWords } from './use-flow-words.ts';

/** Lines of a trace, and how runs ended. */
export function useTraceWords() {
  const { t } = useLingui();
  const { kinds, duration } = useFlowWords();

  const title = ({ kind, outcome, detail }: RunStep): string => {
    if (kind === 'trigger') {
      if (outcome === 'bot_stopped') return t`Assigned to a person: no further runs`;
      if (outcome === 'too_many_runs') return t`Too many runs in this conversation`;
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
        return t`Took ${detail['arm'] === null ? t`Otherwise` : String(detail['arm']) || t`a branch`}`;
      case 'waiting':
        return t`Waited ${duration(Number(detail['minutes']))}`;
      default:
        return kinds[kind as FlowStepKind] ?? kind;
    }
  };

  const words = ({ outcome, detail }: RunStep): string => {
    const text = (name: string) => (typeof detail[name] === 'string' ? (detail[name] as string) : '');
    if (outcome === 'failed' || outcome === 'refused') return text('msg');
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
    FINISHED: t`Finished`,
    STOPPED: t`Stopped`,
    FAILED: t`Failed`,
  };

  const reason = (code: string | null): string => {
    const reasons: Record<string, string> = {
      handed_over: t`Assigned to a person`,
      member_replied: t`A member replied`,
      stopped: t`Stopped by a member`,
      automation_off: t`The automation was turned off`,
      no_answer: t`No answer in time`,
      contact_blocked: t`The customer is blocked`,
      suppressed: t`The contact opted out`,
      window_closed: t`The reply window was closed`,
      conversation_deleted: t`The conversation was deleted`,
      restored: t`Stopped after a restore`,
      loop: t`Went round without waiting`,
    };
    return code === null ? '' : (reasons[code] ?? code);
  };

  return { title, words, states, reason };
}
