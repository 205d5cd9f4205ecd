import { useLingui } from '@lingui/react/macro';
import { nextOccurrence } from '@parley/contract/broadcast-repeat';
import { clockChangeAt } from '@parley/contract/local-time';
import type { CampaignRepeat } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { Field } from '../../../../ui/field.tsx';
import { TimeField } from '../../../../ui/fields/time-field.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import { Select } from '../../../../ui/select.tsx';
import { useDateFields, useWeekdayName } from '../../data/editor/repeat.ts';
import { useMoment } from '../../data/editor/use-editor-text.ts';
import styles from './editor.module.css';
import { NumberInput } from './number-input.tsx';

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
const shownTimes = 3;

type Props = { repeat: CampaignRepeat; zone: string; onChange: (repeat: CampaignRepeat) => void };

/** When a recurring broadcast is due: weekly, monthly, or on a date of each contact. */
export function RepeatFields({ repeat, zone, onChange }: Props) {
  const { t } = useLingui();
  const dateFields = useDateFields();
  const { time } = repeat;
  const [firstField] = dateFields ?? [];
  const choose = (every: CampaignRepeat['every']) => {
    if (every === 'week') onChange({ every, days: [1], time });
    if (every === 'month') onChange({ every, day: 1, time });
    if (every === 'date' && firstField !== undefined) onChange({ every, field: firstField, time });
  };
  return (
    <>
      <div>
        <Segments
          label={t`How often`}
          value={repeat.every}
          segments={[
            { value: 'week', label: t`Weekly` },
            { value: 'month', label: t`Monthly` },
            {
              value: 'date',
              label: t`On a contact’s date`,
              disabled: firstField === undefined && repeat.every !== 'date',
            },
          ]}
          onChange={choose}
        />
      </div>
      {dateFields !== null && firstField === undefined && (
        <p className={styles.quiet}>
          {t`To send on birthdays, add a custom attribute of the type date first.`}{' '}
          <Link to="/settings/custom-attributes" className={styles.link}>{t`Custom attributes`}</Link>
        </p>
      )}
      {repeat.every === 'week' && <Weekdays repeat={repeat} onChange={onChange} />}
      <div className={styles.row}>
        {repeat.every === 'month' && (
          <NumberInput
            label={t`Day of the month`}
            value={repeat.day}
            min={1}
            max={31}
            onChange={(day) => onChange({ ...repeat, day })}
          />
        )}
        {repeat.every === 'date' && <DateFieldChoice fields={dateFields ?? []} repeat={repeat} onChange={onChange} />}
        <TimeField label={t`Time`} value={time} onChange={(next) => onChange({ ...repeat, time: next })} />
      </div>
      {repeat.every === 'month' && repeat.day > 28 && (
        <p className={styles.quiet}>{t`In shorter months, the last day is used.`}</p>
      )}
      {repeat.every === 'date' && (
        <p className={styles.quiet}>
          {t`Sent each day to the contacts in the audience whose date is that day. In other years, 29 February counts as 28 February.`}
        </p>
      )}
      {repeat.every !== 'date' && <NextTimes repeat={repeat} zone={zone} />}
    </>
  );
}

type WeeklyProps = {
  repeat: Extract<CampaignRepeat, { every: 'week' }>;
  onChange: (repeat: CampaignRepeat) => void;
};

function Weekdays({ repeat, onChange }: WeeklyProps) {
  const { t } = useLingui();
  const name = useWeekdayName();
  const { days } = repeat;
  return (
    <fieldset className={styles.choice}>
      <legend>{t`Days`}</legend>
      <div className={styles.days}>
        {weekdays.map((day) => (
          <Checkbox
            key={day}
            checked={days.includes(day)}
            // At least one day stays chosen.
            disabled={days.length === 1 && days.includes(day)}
            onChange={({ target }) =>
              onChange({
                ...repeat,
                days: target.checked ? [...days, day].sort((a, b) => a - b) : days.filter((one) => one !== day),
              })
            }
          >
            {name(day)}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}

type DateProps = {
  fields: readonly string[];
  repeat: Extract<CampaignRepeat, { every: 'date' }>;
  onChange: (repeat: CampaignRepeat) => void;
};

function DateFieldChoice({ fields, repeat, onChange }: DateProps) {
  const { t } = useLingui();
  const { field } = repeat;
  return (
    <Field label={t`Date`}>
      {(ties) => (
        <Select {...ties} value={field} onChange={({ target }) => onChange({ ...repeat, field: target.value })}>
          {!fields.includes(field) && <option value={field}>{t`${field} (deleted)`}</option>}
          {fields.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** The next due times, with clock changes named. */
function NextTimes({ repeat, zone }: { repeat: CampaignRepeat; zone: string }) {
  const { t } = useLingui();
  const moment = useMoment();
  const times = [];
  for (let afterMs = Date.now(); times.length < shownTimes; ) {
    const next = nextOccurrence(repeat, zone, afterMs);
    if (next === null) break;
    times.push(next);
    afterMs = Date.parse(next.at);
  }
  const list = times.map(({ at }) => moment(at, zone)).join(' · ');
  const changes = times.map(({ local }) => clockChangeAt(zone, local));
  return (
    <p className={styles.quiet}>
      {t`Next times: ${list} (${zone}).`}
      {changes.includes('skipped') &&
        ` ${t`Clocks go forward on this day. The time is skipped; the next one is used.`}`}
      {changes.includes('repeated') &&
        ` ${t`Clocks go back on this day. The time occurs twice; the first one is used.`}`}
    </p>
  );
}
