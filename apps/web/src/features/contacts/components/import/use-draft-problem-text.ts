import { useLingui } from '@lingui/react/macro';
import type { problemOf } from '../../data/import/draft.ts';

/** What is missing before the check, and what to do. */
export function useDraftProblemText() {
  const { t } = useLingui();
  return (problem: Exclude<ReturnType<typeof problemOf>, null>): string =>
    ({
      phone: t`Say which column has the phone numbers.`,
      field: t`Give every new field a name.`,
      twice: t`Two columns go to the same field: choose another one, or leave one out.`,
      reserved: t`NAME, FIRST_NAME, LAST_NAME and PHONE_NUMBER are variables that every contact has: choose another name.`,
    })[problem];
}
