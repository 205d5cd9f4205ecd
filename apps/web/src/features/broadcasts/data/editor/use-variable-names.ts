import { useVariableLabel } from '../../../templates/public.ts';
import type { Broadcast } from './use-broadcast.ts';

/** The label of a variable. */
export function useVariableNames({ templateVariables: variables }: Broadcast): (key: string) => string {
  const label = useVariableLabel();
  return (key) => {
    const variable = variables.find((one) => one.key === key);
    return variable === undefined ? key : label(variable);
  };
}
