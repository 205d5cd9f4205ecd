import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ScenarioStep } from '@parley/contract/types';

/** A step of a scenario as text. */
export function useStepText(): (step: ScenarioStep) => string {
  const { t } = useLingui();
  return (step) => {
    const who = 'who' in step ? step.who : '';
    switch (step.do) {
      case 'customer_says':
        return t`${who} writes “${step.text}”`;
      case 'customer_writes':
        return t`${who} sends a message of type ${step.message.type}`;
      case 'customer_edits':
        return t`${who} changes it to “${step.text}”`;
      case 'customer_revokes':
        return t`${who} takes it back`;
      case 'customer_reacts':
        return t`${who} reacts with ${step.emoji}`;
      case 'customer_reads':
        return t`${who} reads everything`;
      case 'customer_changes_number':
        return t`${who} changed their number`;
      case 'customer_is':
        return t`${who} changed settings: ${Object.keys(step.behaviour).join(', ')}`;
      case 'team_says':
        return step.refused ? t`The team can’t answer “${step.text}”` : t`The team answers “${step.text}”`;
      case 'team_reads':
        return t`The team reads it`;
      case 'clock':
        return t`The clock moves by ${plural(step.hours, { one: '# hour', other: '# hours' })}`;
      case 'faults':
        return t`Simulator changed: ${Object.keys(step.faults).join(', ')}`;
      case 'wait':
        return plural(step.seconds, { one: '# second passes', other: '# seconds pass' });
      case 'team_sees':
        return t`The team has “${step.text}”`;
      case 'team_sees_once':
        return t`The team has “${step.text}” once`;
      case 'customer_sees':
        return t`${who} has “${step.text}”`;
      case 'status':
        return t`The answer is ${step.is}`;
      case 'window':
        return step.is === 'open' ? t`The reply window is open` : t`The reply window is closed`;
    }
  };
}
