import type { FieldError } from '@parley/contract/errors';
import { variablesIn } from '@parley/contract/variables';
import type { SourcedVariable } from '../core/variables.ts';
import { isWebAddress, trackedVariables } from './track-links.ts';

/** Why the links of a broadcast cannot be tracked. */
export function linkProblems(variables: readonly SourcedVariable[], publicUrl: string): FieldError[] {
  return trackedVariables(variables, publicUrl).flatMap(({ variable, source }): FieldError[] => {
    const field = `variables.${variable.key}`;
    const value = source !== undefined && 'value' in source ? source.value.trim() : null;
    // One with variables is known for each recipient only.
    if (value === null || variablesIn(value).length > 0 || isWebAddress(value)) return [];
    return [{ field, msg: `Enter the web address that ${variable.name} opens, as https://example.com.` }];
  });
}
