import { useLingui } from '@lingui/react/macro';
import { exitsOf } from '@parley/contract/flow-steps';
import type { FlowStep } from '@parley/contract/types';

/** Exits of steps in words. */
export function useExitNames() {
  const { t } = useLingui();

  /** Their names, in their order; '' for the only one, or the one most runs take. */
  const names = (step: FlowStep): string[] => {
    switch (step.kind) {
      case 'branch':
        return [...step.arms.map((arm, at) => arm.name || t`Branch ${at + 1}`), t`Otherwise`];
      case 'intent':
        return [...step.intents.map(({ name }, at) => name || t`Intent ${at + 1}`), t`None fits, or no answer`];
      case 'ask':
        return ['', t`No valid answer`];
      case 'call_url':
        return ['', t`Without a good answer`];
      case 'conversion':
        return ['', t`Not sent`];
      default:
        return exitsOf(step).map((_target, at) => (at === 0 ? '' : t`Otherwise`));
    }
  };

  /** What happens at an exit behind which no step stands, where it is no plain end. */
  const freeNote = (step: FlowStep, exit: number): string | null => {
    if (exit !== 1) return null;
    if (step.kind === 'call_url' || step.kind === 'conversion') return t`The run ends here and counts as an error.`;
    return step.kind === 'ask' ? t`Hands over after the last retry. Ends if there is no answer.` : null;
  };

  return { names, freeNote };
}
