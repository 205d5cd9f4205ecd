import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ConversionGoal } from '@parley/contract/types';
import { useRows } from '../../sync/public.ts';

/** "Status becomes won, within 7 days of delivery". */
export function useConversionText(): (goal: ConversionGoal) => string {
  const { t } = useLingui();
  const labels = useRows('labels');
  return ({ field, value, label_id: labelId, days }) => {
    const within = t`within ${plural(days, { one: '# day', other: '# days' })} of delivery`;
    if (field !== undefined && value !== undefined) return t`${field} becomes ${value}, ${within}`;
    if (field !== undefined) return t`${field} changes, ${within}`;
    const label = labels.find(({ id }) => id === labelId)?.name ?? t`(deleted)`;
    return t`The conversation gets the label ${label}, ${within}`;
  };
}
