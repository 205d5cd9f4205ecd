import { useLingui } from '@lingui/react/macro';
import type { Choice } from '../../../../platform/country-choices.ts';

/** The values are stored and must not change. */
export function useTeamSizes(): Choice[] {
  const { t } = useLingui();
  return [
    { value: '1', label: t`Only me` },
    { value: '2-5', label: t`2 to 5 people` },
    { value: '6-20', label: t`6 to 20 people` },
    { value: '21-50', label: t`21 to 50 people` },
    { value: '51-200', label: t`51 to 200 people` },
    { value: '201+', label: t`More than 200 people` },
  ];
}
