import { useLingui } from '@lingui/react/macro';
import { exitsOf } from '@parley/contract/flow-steps';
import type { FlowStep } from '@parley/contract/types';

/** Names of a step’s exits, in their order; '' for the only one, or the one most runs take. */
export function useExitNames() {
  const { t } = useLingui();
  return (step: FlowStep): string[] => {
    switch (step.kind) {
      case 'branch':
        return [...step.arms.map((arm, at) => arm.name || t`Branch ${at + 1}`), t`Otherwise`];
      case 'ask':
        return ['', t`Without a valid answer`];
      default:
        return exitsOf(step).map((_target, at) => (at === 0 ? '' : t`Otherwise`));
    }
  };
}
