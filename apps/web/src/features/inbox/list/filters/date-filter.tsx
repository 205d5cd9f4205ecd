import { useLingui } from '@lingui/react/macro';
import { dayAfter, dayTimeIn } from '@parley/contract/local-time';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../../../platform/lazy-component.tsx';
import { chipClass } from '../../../../ui/chip.tsx';
import { useDateLabels } from '../../../../ui/use-date-labels.ts';
import { useAccountTimeZone } from '../../../sync/public.ts';
import { ChoiceMenu } from '../../change/choice-menu.tsx';
import type { ListFilter } from './list-filter.ts';

export type FilterPartProps = { filter: ListFilter; onChange: (filter: ListFilter) => void };

const DatesDialog = lazyComponent(() => import('./dates-dialog.tsx').then((module) => module.DatesDialog));

/** The choices, and how many days before today each begins. */
const periods = { today: 0, week: 6, month: 29 } as const;
type Period = keyof typeof periods;

/** Days of the last activity, as a chip. */
export function DateFilter({ filter, onChange }: FilterPartProps) {
  const { t } = useLingui();
  const labels = useDateLabels();
  const [choosing, setChoosing] = useState(false);
  const { since, until, ...rest } = filter;
  const zone = useAccountTimeZone();
  const begins = (period: Period) => dayAfter(dayTimeIn(zone, Date.now()).day, -periods[period]);
  const names: Record<Period, string> = { today: t`Today`, week: t`Last 7 days`, month: t`Last 30 days` };
  const period = (Object.keys(periods) as Period[]).find((each) => until === undefined && since === begins(each));
  const day = (date: string) => labels.day(`${date}T12:00`);
  const label = () => {
    if (period !== undefined) return names[period];
    if (since !== undefined && until !== undefined) return t`${day(since)} to ${day(until)}`;
    if (since !== undefined) return t`Since ${day(since)}`;
    return until === undefined ? t`Date` : t`Until ${day(until)}`;
  };
  const filtered = since !== undefined || until !== undefined;
  return (
    <>
      <ChoiceMenu
        label={filtered ? t`Date: ${label()}` : t`Date`}
        className={chipClass(filtered ? 'on' : 'plain')}
        chosen={period ?? (filtered ? 'dates' : 'any')}
        choices={[
          { value: 'any', label: t`Any` },
          ...(Object.keys(periods) as Period[]).map((value) => ({ value, label: names[value] })),
          { value: 'dates', label: t`Choose dates…` },
        ]}
        onChoose={(value) => {
          if (value === 'dates') setChoosing(true);
          else onChange(value === 'any' ? rest : { ...rest, since: begins(value as Period) });
        }}
      >
        {label()}
      </ChoiceMenu>
      <Suspense>
        {choosing && (
          <DatesDialog
            since={since ?? null}
            until={until ?? null}
            onClose={() => setChoosing(false)}
            onChoose={(from, to) =>
              onChange({ ...rest, ...(from !== null && { since: from }), ...(to !== null && { until: to }) })
            }
          />
        )}
      </Suspense>
    </>
  );
}
