import { useLingui } from '@lingui/react/macro';
import type { Choice } from '../../../../platform/country-choices.ts';

/** Industries; the values are stored and must not change. */
export function useIndustries(): Choice[] {
  const { t } = useLingui();
  return [
    { value: 'retail', label: t`Shop or retail` },
    { value: 'e-commerce', label: t`Online shop` },
    { value: 'food', label: t`Food and restaurants` },
    { value: 'travel', label: t`Travel and hotels` },
    { value: 'health', label: t`Health and care` },
    { value: 'education', label: t`Education` },
    { value: 'finance', label: t`Finance and insurance` },
    { value: 'property', label: t`Property` },
    { value: 'vehicles', label: t`Vehicles and workshops` },
    { value: 'services', label: t`Professional services` },
    { value: 'trades', label: t`Trades and repairs` },
    { value: 'logistics', label: t`Logistics` },
    { value: 'public', label: t`Public service or non-profit` },
    { value: 'other', label: t`Something else` },
  ];
}

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
