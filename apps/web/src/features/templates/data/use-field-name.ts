import { useLingui } from '@lingui/react/macro';

/** What every contact has is named in words, "First name"; a custom field by its own name. */
export function useFieldName(): (field: string) => string {
  const { t } = useLingui();
  const primary: Record<string, string> = {
    FIRST_NAME: t`First name`,
    LAST_NAME: t`Last name`,
    NAME: t`Name`,
    PHONE_NUMBER: t`Phone number`,
  };
  return (field) => primary[field] ?? field;
}
