import { useLingui } from '@lingui/react/macro';
import { isAtLeast } from '@parley/contract/permissions';
import type { CampaignSchedule } from '@parley/contract/types';
import { QueryScope } from '../../../../platform/query.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { useRates } from '../../../reports/public.ts';
import { useAccess } from '../../../sync/public.ts';
import { NumberInput } from './number-input.tsx';

const suggested = 100;

type Props = { schedule: CampaignSchedule; change: (part: CampaignSchedule) => void };

/** A budget of this broadcast, for those who see prices; it needs the rates they are computed with. */
export function BudgetChoice(props: Props) {
  if (!isAtLeast(useAccess().role, 'Admin')) return null;
  return (
    <QueryScope>
      <Choice {...props} />
    </QueryScope>
  );
}

function Choice({ schedule, change }: Props) {
  const { t } = useLingui();
  const currency = useRates().data?.currency ?? null;
  const budget = schedule.budget ?? null;
  if (currency === null && budget === null) return null;
  return (
    <>
      <Checkbox
        checked={budget !== null}
        onChange={(event) => change({ budget: event.target.checked ? suggested : null })}
      >
        {t`Pause when its budget is used`}
      </Checkbox>
      {budget !== null && (
        <NumberInput
          label={currency === null ? t`Budget of this broadcast` : t`Budget of this broadcast, ${currency}`}
          value={budget}
          min={0.01}
          max={1_000_000_000}
          step={0.01}
          onChange={(next) => change({ budget: Math.round(next * 100) / 100 })}
        />
      )}
    </>
  );
}
