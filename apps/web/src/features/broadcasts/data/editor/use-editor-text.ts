import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { uploadedFileId } from '@parley/contract/template-fill';
import type { VariableSource } from '@parley/contract/types';
import { dateFormat } from '../../../../platform/date-format.ts';
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
export function useProblemText(): (problem: DraftProblem, label: (key: string) => string) => string {
  const { t } = useLingui();
  return (problem, label) => {
    switch (problem.kind) {
      case 'name':
        return t`Give it a name`;
      case 'channel':
        return t`Choose a channel: the one chosen was removed`;
      case 'paused':
        return t`The channel is paused: nothing is sent until that is fixed`;
      case 'people':
        return t`Choose recipients`;
      case 'nobody':
        return t`No one in this audience would receive it`;
      case 'template':
        return t`Choose a template`;
      case 'template_state':
        return t`WhatsApp does not let this template be sent now: choose another`;
      case 'template_gone':
        return t`The template was deleted or belongs to another number: choose another`;
      case 'unfillable':
        return t`This template has parts that only a program can fill in: choose another`;
      case 'source': {
        const variable = label(problem.key);
        return t`Choose a value for ${variable}`;
      }
      case 'missing': {
        const variable = label(problem.key);
        const { count } = problem;
        return t`${plural(count, { one: '# recipient has', other: '# recipients have' })} no value for ${variable}`;
      }
      case 'past':
        return t`The time to start has passed: choose another`;
    }
  };
}

/** "First name", "Field Bike": the source of a value. */
export function useFieldLabel(): (field: string) => string {
  const { t } = useLingui();
  const primary: Record<string, string> = {
    FIRST_NAME: t`First name`,
    LAST_NAME: t`Last name`,
    NAME: t`Name`,
    PHONE_NUMBER: t`Phone number`,
  };
  return (field) => primary[field] ?? t`Field ${field}`;
}

export function useSourceLabels(): (source: VariableSource) => string {
  const field = useFieldLabel();
  const { t } = useLingui();
  return (source) => {
    if ('field' in source) return field(source.field);
    return uploadedFileId(source.value) === null ? `“${source.value}”` : t`Uploaded file`;
  };
}
