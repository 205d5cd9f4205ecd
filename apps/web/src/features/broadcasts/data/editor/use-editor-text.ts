import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { uploadedFileId } from '@parley/contract/template-fill';
import type { VariableSource } from '@parley/contract/types';
import { dateFormat } from '../../../../platform/date-format.ts';
import { useFieldName } from '../../../templates/public.ts';
import type { DraftPart } from './draft.ts';
import type { DraftProblem, StepName } from './steps.ts';

/** "20 Nov", in the format of the user's browser. */
export function useDay(): (atMs: number) => string {
  const { i18n } = useLingui();
  return (atMs) => dateFormat(i18n.locale, { day: 'numeric', month: 'short' }).format(atMs);
}

/** "20 Nov, 09:00". @param zone the time zone; by default the user's */
export function useMoment(): (at: string, zone?: string) => string {
  const { i18n } = useLingui();
  return (at, zone) =>
    dateFormat(i18n.locale, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      ...(zone === undefined ? {} : { timeZone: zone }),
    }).format(Date.parse(at));
}

export function useStepTitles(): Record<StepName, string> {
  const { t } = useLingui();
  return {
    name: t`Name and channel`,
    audience: t`Audience`,
    message: t`Message`,
    when: t`When`,
    check: t`Check and send`,
  };
}

export function usePartLabels(): Record<DraftPart, string> {
  const { t } = useLingui();
  return {
    ab_test: t`A/B test`,
    area: t`Channel`,
    audience: t`Audience`,
    channel_id: t`Channel`,
    exclude: t`Exclusions`,
    name: t`Name`,
    purpose: t`Purpose`,
    schedule: t`When`,
    stop_rules: t`Stop rules`,
    template_id: t`Template`,
    variables: t`Variables`,
  };
}

/** A problem as one line. */
export function useProblemText(): (problem: DraftProblem, label: (key: string, variant?: 'B') => string) => string {
  const { t } = useLingui();
  const textOf = useMessageProblemText();
  return (problem, label) => {
    const text = textOf(problem, (key) => label(key, problem.variant));
    return problem.variant === 'B' ? t`Variant B: ${text}` : text;
  };
}

function useMessageProblemText(): (problem: DraftProblem, label: (key: string) => string) => string {
  const { t } = useLingui();
  return (problem, label) => {
    switch (problem.kind) {
      case 'name':
        return t`Enter a name`;
      case 'channel':
        return t`Choose another channel. The selected one was removed.`;
      case 'paused':
        return t`The channel is paused. Nothing is sent until it’s fixed.`;
      case 'people':
        return t`Choose recipients`;
      case 'file':
        return t`Fix the problem with the file`;
      case 'file_repeat':
        return t`A file is for one broadcast: remove it, or don’t repeat the broadcast`;
      case 'nobody':
        return t`No one in this audience would receive it`;
      case 'template':
        return t`Choose a template`;
      case 'template_state':
        return t`WhatsApp doesn’t allow this template right now. Choose another.`;
      case 'template_gone':
        return t`The template was deleted or belongs to another number: choose another`;
      case 'unfillable':
        return t`This template has parts that can only be filled in through the API. Choose another.`;
      case 'source': {
        const variable = label(problem.key);
        return t`Choose a value for ${variable}`;
      }
      case 'missing': {
        const variable = label(problem.key);
        const { count } = problem;
        return t`${plural(count, { one: '# recipient has', other: '# recipients have' })} no value for ${variable}`;
      }
      case 'link':
        return `${label(problem.key)}: ${problem.msg}`;
      case 'ab_same':
        return t`Both variants are the same: choose another template or other values for one`;
      case 'ab_share':
        return t`An A/B test already sends to a share first. Turn off one of the two.`;
      case 'past':
        return t`The start time has passed. Choose another.`;
    }
  };
}

/** "First name", "Field Bike": the source of a value. */
export function useFieldLabel(): (field: string) => string {
  const { t } = useLingui();
  const nameOf = useFieldName();
  return (field) => {
    const name = nameOf(field);
    return name === field ? t`Field ${field}` : name;
  };
}

export function useSourceLabels(): (source: VariableSource) => string {
  const field = useFieldLabel();
  const { t } = useLingui();
  return (source) => {
    if ('field' in source) return field(source.field);
    if ('column' in source) return t`Column ${source.column}`;
    return uploadedFileId(source.value) === null ? `“${source.value}”` : t`Uploaded file`;
  };
}
