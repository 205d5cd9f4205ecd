import { useLingui } from '@lingui/react/macro';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { MomentField } from '../../../../ui/fields/moment-field.tsx';
import { TimeField } from '../../../../ui/fields/time-field.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import { defaultStopRules } from '../../data/editor/draft.ts';
import { nextHour } from '../../data/editor/moment.ts';
import { defaultRepeat, scheduleOfRepeat } from '../../data/editor/repeat.ts';
import type { Broadcast } from '../../data/editor/use-broadcast.ts';
import { BudgetChoice } from './budget-choice.tsx';
import { ConversionChoice } from './conversion-choice.tsx';
import styles from './editor.module.css';
import { FieldGroup } from './field-group.tsx';
import { FirstShare } from './first-share.tsx';
import { NumberInput } from './number-input.tsx';
import { RecipientZone } from './recipient-zone.tsx';
import { RepeatFields } from './repeat-fields.tsx';

const defaultWindow = { from: '09:00', to: '20:00' };

/** Start, sending hours, speed, and automatic pause. */
export function WhenStep({ broadcast }: { broadcast: Broadcast }) {
  const { t } = useLingui();
  const { store, state, zone } = broadcast;
  const { schedule, stop_rules } = state.draft;
  const change = (part: typeof schedule) => store.change({ schedule: { ...schedule, ...part } });
  const at = schedule.at ?? null;
  const repeat = schedule.repeat ?? null;
  const window = schedule.window ?? null;
  const spread = schedule.spread_hours ?? null;
  const perDay = schedule.per_day ?? null;
  return (
    <div className={styles.fields}>
      <div>
        <Segments
          label={t`When it starts`}
          value={repeat !== null ? 'repeat' : at === null ? 'now' : 'later'}
          segments={[
            { value: 'now', label: t`Now` },
            { value: 'later', label: t`At a date and time` },
            { value: 'repeat', label: t`Recurring` },
          ]}
          onChange={(value) => {
            if (value === 'now') change({ at: null, repeat: null, recipient_zone: null });
            else if (value === 'later') change({ at: nextHour(Date.now()), repeat: null });
            else change(scheduleOfRepeat(defaultRepeat, zone));
          }}
        />
      </div>
      {repeat !== null && (
        <RepeatFields repeat={repeat} zone={zone} onChange={(next) => change(scheduleOfRepeat(next, zone))} />
      )}
      {at !== null && repeat === null && (
        <StartAt zone={zone} at={at} onChange={(next) => change({ at: next })} broadcast={broadcast} />
      )}
      {at !== null && <RecipientZone broadcast={broadcast} at={at} change={change} />}
      <FieldGroup title={t`Hours and pace`}>
        <Checkbox
          checked={window !== null}
          onChange={(event) => change({ window: event.target.checked ? defaultWindow : null })}
        >
          {(schedule.recipient_zone ?? null) === null
            ? t`Only at certain hours, ${zone}`
            : t`Only at certain hours, in each recipient’s time zone`}
        </Checkbox>
        {window !== null && (
          <p className={styles.row}>
            <TimeField
              label={t`From`}
              value={window.from}
              onChange={(from) => change({ window: { ...window, from } })}
            />
            <TimeField label={t`To`} value={window.to} onChange={(to) => change({ window: { ...window, to } })} />
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
        <Checkbox
          checked={perDay !== null}
          onChange={(event) => change({ per_day: event.target.checked ? 1_000 : null })}
        >
          {t`Limit recipients per day`}
        </Checkbox>
        {perDay !== null && (
          <NumberInput
            label={t`recipients per day, at most`}
            value={perDay}
            min={1}
            max={1_000_000}
            onChange={(per_day) => change({ per_day })}
          />
        )}
        <BudgetChoice schedule={schedule} change={change} />
        <FirstShare schedule={schedule} change={change} />
      </FieldGroup>
      <FieldGroup title={t`Retries`}>
        <Checkbox
          checked={schedule.retry_capped === true}
          onChange={(event) => change({ retry_capped: event.target.checked })}
        >
          {t`Retry after 12, 24 and 48 hours if WhatsApp held back a message (131049)`}
        </Checkbox>
      </FieldGroup>
      <ConversionChoice broadcast={broadcast} change={change} />
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
              label={t`Failures, in percent`}
              value={stop_rules.failure_percent}
              min={1}
              max={100}
              onChange={(failure_percent) => store.change({ stop_rules: { ...stop_rules, failure_percent } })}
            />
            <NumberInput
              label={t`Out of the latest messages`}
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

/** A day and a time in the account’s time zone. */
function StartAt({ broadcast, zone, at, onChange }: StartAtProps) {
  const { t } = useLingui();
  const isPast = broadcast.problems.some(({ kind }) => kind === 'past');
  return <MomentField zone={zone} at={at} error={isPast ? t`This time has passed.` : null} onChange={onChange} />;
}
