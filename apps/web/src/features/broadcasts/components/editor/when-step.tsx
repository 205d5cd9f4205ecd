import { useLingui } from '@lingui/react/macro';
import { clockChangeAt, type DayTime, dayTimeIn, momentIn } from '@parley/contract/local-time';
import { useState } from 'react';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { Field, inputClass } from '../../../../ui/field.tsx';
import { DateField } from '../../../../ui/fields/date-field.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import { defaultStopRules } from '../../data/editor/draft.ts';
import { nextHour } from '../../data/editor/moment.ts';
import type { Broadcast } from '../../data/editor/use-broadcast.ts';
import styles from './editor.module.css';
import { FieldGroup } from './field-group.tsx';
import { FirstShare } from './first-share.tsx';
import { NumberInput } from './number-input.tsx';
import { RecipientZone } from './recipient-zone.tsx';

const defaultWindow = { from: '09:00', to: '20:00' };

/** Start, sending hours, speed, and automatic pause. */
export function WhenStep({ broadcast }: { broadcast: Broadcast }) {
  const { t } = useLingui();
  const { store, state, zone } = broadcast;
  const { schedule, stop_rules } = state.draft;
  const change = (part: typeof schedule) => store.change({ schedule: { ...schedule, ...part } });
  const at = schedule.at ?? null;
  const window = schedule.window ?? null;
  const spread = schedule.spread_hours ?? null;
  return (
    <div className={styles.fields}>
      <div>
        <Segments
          label={t`When it starts`}
          value={at === null ? 'now' : 'later'}
          segments={[
            { value: 'now', label: t`Now` },
            { value: 'later', label: t`At a date and time` },
          ]}
          onChange={(value) =>
            change(value === 'now' ? { at: null, recipient_zone: null } : { at: nextHour(Date.now()) })
          }
        />
      </div>
      {at !== null && <StartAt zone={zone} at={at} onChange={(next) => change({ at: next })} broadcast={broadcast} />}
      {at !== null && <RecipientZone broadcast={broadcast} at={at} change={change} />}
      <FieldGroup title={t`Hours and pace`}>
        <Checkbox
          checked={window !== null}
          onChange={(event) => change({ window: event.target.checked ? defaultWindow : null })}
        >
          {(schedule.recipient_zone ?? null) === null
            ? t`Only at certain hours, ${zone}`
            : t`Only at certain hours, in each recipient's time zone`}
        </Checkbox>
        {window !== null && (
          <p className={styles.row}>
            <TimeInput
              label={t`From`}
              value={window.from}
              onChange={(from) => change({ window: { ...window, from } })}
            />
            <TimeInput label={t`To`} value={window.to} onChange={(to) => change({ window: { ...window, to } })} />
          </p>
        )}
        <Checkbox
          checked={spread !== null}
          onChange={(event) => change({ spread_hours: event.target.checked ? 4 : null })}
        >
          {t`Spread evenly over time`}
        </Checkbox>
        {spread !== null && (
          <NumberInput
            label={t`over hours`}
            value={spread}
            min={0.5}
            max={168}
            step={0.5}
            onChange={(spread_hours) => change({ spread_hours })}
          />
        )}
        <FirstShare schedule={schedule} change={change} />
      </FieldGroup>
      <FieldGroup title={t`Retries`}>
        <Checkbox
          checked={schedule.retry_capped === true}
          onChange={(event) => change({ retry_capped: event.target.checked })}
        >
          {t`Retry after 12, 24 and 48 hours when WhatsApp held a message back (131049)`}
        </Checkbox>
      </FieldGroup>
      <FieldGroup title={t`Stop rules`}>
        <Checkbox
          checked={stop_rules !== null}
          onChange={(event) => store.change({ stop_rules: event.target.checked ? defaultStopRules : null })}
        >
          {t`Pause automatically after too many failures`}
        </Checkbox>
        {stop_rules !== null && (
          <p className={styles.row}>
            <NumberInput
              label={t`more than, in percent`}
              value={stop_rules.failure_percent}
              min={1}
              max={100}
              onChange={(failure_percent) => store.change({ stop_rules: { ...stop_rules, failure_percent } })}
            />
            <NumberInput
              label={t`of the latest`}
              value={stop_rules.of}
              min={10}
              max={1_000}
              onChange={(of) => store.change({ stop_rules: { ...stop_rules, of } })}
            />
          </p>
        )}
      </FieldGroup>
    </div>
  );
}

type StartAtProps = { broadcast: Broadcast; zone: string; at: string; onChange: (at: string) => void };

/** A day and a time in the account's time zone. */
function StartAt({ broadcast, zone, at, onChange }: StartAtProps) {
  const { t } = useLingui();
  const shown = dayTimeIn(zone, Date.parse(at));
  const [skipped, setSkipped] = useState<string | null>(null);
  const set = (part: Partial<DayTime>) => {
    const wanted = { ...shown, ...part };
    setSkipped(clockChangeAt(zone, wanted) === 'skipped' ? wanted.time : null);
    const next = momentIn(zone, wanted);
    if (next !== null) onChange(new Date(next).toISOString());
  };
  const isPast = broadcast.problems.some(({ kind }) => kind === 'past');
  return (
    <div className={styles.row}>
      <DateField
        label={t`Day`}
        value={shown.day}
        min={dayTimeIn(zone, Date.now()).day}
        error={isPast ? t`This has passed.` : null}
        help={zone}
        onChange={(day) => day !== null && set({ day })}
      />
      <TimeInput label={t`Time`} value={shown.time} onChange={(time) => set({ time })} />
      {skipped !== null && (
        <p className={styles.quiet}>
          {t`Clocks go forward that day: ${skipped} does not exist, so ${shown.time} counts.`}
        </p>
      )}
    </div>
  );
}

type TimeProps = { label: string; value: string; onChange: (value: string) => void };

function TimeInput({ label, value, onChange }: TimeProps) {
  // Incomplete while typing.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Field label={label}>
      {(ties) => (
        <input
          {...ties}
          type="time"
          className={inputClass()}
          value={typed ?? value}
          onChange={(event) => {
            const { value: next } = event.target;
            setTyped(next);
            if (/^\d{2}:\d{2}$/.test(next)) onChange(next);
          }}
          onBlur={() => setTyped(null)}
        />
      )}
    </Field>
  );
}
