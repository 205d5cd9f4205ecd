import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field, inputClass } from '../../../ui/field.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { Way } from './audience-step.tsx';
import styles from './create.module.css';
import { usualStopRules } from './draft.ts';
import { type DayTime, dayTimeIn, momentIn } from './moment.ts';
import { NumberInput } from './number-input.tsx';
import type { Broadcast } from './use-broadcast.ts';

const hourMs = 3_600_000;
const usualWindow = { from: '09:00', to: '20:00' };

/** When it starts, in which hours it goes out, how fast, and what stops it. */
export function WhenStep({ broadcast }: { broadcast: Broadcast }) {
  const { t } = useLingui();
  const { keeper, state, zone } = broadcast;
  const { schedule, stop_rules } = state.draft;
  const change = (part: typeof schedule) => keeper.change({ schedule: { ...schedule, ...part } });
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
          onChange={(value) => change({ at: value === 'now' ? null : nextHour() })}
        />
      </div>
      {at !== null && <StartAt zone={zone} at={at} onChange={(next) => change({ at: next })} broadcast={broadcast} />}
      <Way title={t`Hours and pace`}>
        <Checkbox
          checked={window !== null}
          onChange={(event) => change({ window: event.target.checked ? usualWindow : null })}
        >
          {t`Only between certain hours, ${zone}`}
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
          {t`Spread evenly instead of as fast as the number may`}
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
      </Way>
      <Way title={t`Stop rules`}>
        <Checkbox
          checked={stop_rules !== null}
          onChange={(event) => keeper.change({ stop_rules: event.target.checked ? usualStopRules : null })}
        >
          {t`Pause by itself when too many fail`}
        </Checkbox>
        {stop_rules !== null && (
          <p className={styles.row}>
            <NumberInput
              label={t`more than, in percent`}
              value={stop_rules.failure_percent}
              min={1}
              max={100}
              onChange={(failure_percent) => keeper.change({ stop_rules: { ...stop_rules, failure_percent } })}
            />
            <NumberInput
              label={t`of the latest`}
              value={stop_rules.of}
              min={10}
              max={1_000}
              onChange={(of) => keeper.change({ stop_rules: { ...stop_rules, of } })}
            />
          </p>
        )}
      </Way>
    </div>
  );
}

function nextHour(): string {
  return new Date(Math.ceil((Date.now() + hourMs / 2) / hourMs) * hourMs).toISOString();
}

type StartAtProps = { broadcast: Broadcast; zone: string; at: string; onChange: (at: string) => void };

/** A day and a time as clocks of the account show them. */
function StartAt({ broadcast, zone, at, onChange }: StartAtProps) {
  const { t } = useLingui();
  const shown = dayTimeIn(zone, Date.parse(at));
  const set = (part: Partial<DayTime>) => {
    const next = momentIn(zone, { ...shown, ...part });
    if (next !== null) onChange(new Date(next).toISOString());
  };
  const isPast = broadcast.troubles.some(({ kind }) => kind === 'past');
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
    </div>
  );
}

type TimeProps = { label: string; value: string; onChange: (value: string) => void };

function TimeInput({ label, value, onChange }: TimeProps) {
  // While it is being typed it may be no time yet.
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
