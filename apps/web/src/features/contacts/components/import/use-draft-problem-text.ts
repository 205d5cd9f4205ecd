import { useLingui } from '@lingui/react/macro';
import type { problemOf } from '../../data/import/draft.ts';

/** What is missing before the check, and what to do. */
export function useDraftProblemText() {
  const { t } = useLingui();
  return (problem: Exclude<ReturnType<typeof problemOf>, null>): string =>
    ({
      phone: t`Choose the column with the phone numbers.`,
      field: t`Name every new field.`,
      twice: t`Two columns have the same field. Choose another field, or skip one column.`,
      reserved: t`NAME, FIRST_NAME, LAST_NAME and PHONE_NUMBER are built-in variables. Choose another name.`,
    })[problem];
}
