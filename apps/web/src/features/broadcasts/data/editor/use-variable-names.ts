import { useVariableLabel } from '../../../templates/public.ts';
import { variantB } from './ab-test.ts';
import type { Broadcast } from './use-broadcast.ts';

/** The label of a variable. @param variant B: of the second message of an A/B test */
export function useVariableNames(broadcast: Broadcast): (key: string, variant?: 'B') => string {
  const label = useVariableLabel();
  return (key, variant) => {
    const { templateVariables } = variant === 'B' ? variantB(broadcast) : broadcast;
    const variable = templateVariables.find((one) => one.key === key);
    return variable === undefined ? key : label(variable);
  };
}
