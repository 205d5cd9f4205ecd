import { useLingui } from '@lingui/react/macro';
import { weekdays } from '@parley/contract/opening';
import type { ImportSchedule } from '@parley/contract/types';
import { TextField } from '../../../ui/field.tsx';
import { TimeField } from '../../../ui/fields/time-field.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { useWeekdayName } from '../../../ui/use-weekday-name.ts';
import { useRows } from '../../sync/public.ts';
import { withRhythm } from '../data/source-form.ts';
import styles from './sources.module.css';

type Props = { value: ImportSchedule; onChange: (schedule: ImportSchedule) => void };

/** When the file is imported. */
export function ScheduleFields({ value, onChange }: Props) {
  const { t } = useLingui();
  const nameOf = useWeekdayName();
  const [client] = useRows('clients');
  const zone = client?.time_zone ?? '';
  return (
    <fieldset className={styles.group}>
      <legend>{t({ message: 'Schedule', context: 'noun' })}</legend>
      <Segments<ImportSchedule['every']>
        label={t({ message: 'Schedule', context: 'noun' })}
        segments={[
          { value: 'hours', label: t({ message: 'Hours', context: 'unit' }) },
          { value: 'day', label: t`Daily` },
          { value: 'week', label: t`Weekly` },
        ]}
        value={value.every}
        onChange={(every) => onChange(withRhythm(value, every))}
      />
      {value.every === 'hours' && (
        <TextField
          label={t`Hours between runs`}
          type="number"
          min={1}
          max={168}
          value={Number.isNaN(value.hours) ? '' : value.hours}
          onChange={(event) => onChange({ every: 'hours', hours: event.target.valueAsNumber })}
        />
      )}
      {value.every === 'week' && (
        <SelectField
          label={t`Day`}
          choices={weekdays.map((day) => ({ value: day, label: nameOf(day) }))}
          value={value.day}
          onChange={(chosen) => {
            const day = weekdays.find((one) => one === chosen);
            if (day !== undefined) onChange({ ...value, day });
          }}
        />
      )}
      {value.every !== 'hours' && (
        <TimeField
          label={t`Time`}
          help={t`In the time zone of the account: ${zone}`}
          value={value.at}
          onChange={(at) => onChange({ ...value, at })}
        />
      )}
    </fieldset>
  );
}
