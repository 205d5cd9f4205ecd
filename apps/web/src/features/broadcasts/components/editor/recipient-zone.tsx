import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { clockChangeAt, dayTimeIn } from '@parley/contract/local-time';
import type { AudienceCheck, CampaignSchedule } from '@parley/contract/types';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import { Select } from '../../../../ui/select.tsx';
import type { Broadcast } from '../../data/editor/use-broadcast.ts';
import { useMoment } from '../../data/editor/use-editor-text.ts';
import styles from './editor.module.css';

type Props = { broadcast: Broadcast; at: string; change: (part: CampaignSchedule) => void };

/** Whether the time counts in each recipient's zone, and who gets it when. */
export function RecipientZone({ broadcast, at, change }: Props) {
  const { t } = useLingui();
  const { state, zone, customFields, counting } = broadcast;
  const { recipient_zone: choice = null, repeat = null } = state.draft.schedule;
  const field = choice?.field ?? null;
  const { time } = dayTimeIn(zone, Date.parse(at));
  return (
    <>
      <Checkbox
        checked={choice !== null}
        onChange={(event) => change({ recipient_zone: event.target.checked ? { passed: 'next_day' } : null })}
      >
        {t`In each recipient’s time zone`}
      </Checkbox>
      {choice === null && repeat === null && <ClockChange zone={zone} at={at} />}
      {choice !== null && (
        <>
          <p className={styles.quiet}>
            {t`Each recipient gets it at ${time} local time, based on the country of their number. Recipients are determined when it is ${time} in the earliest time zone.`}
          </p>
          {customFields.length > 0 && (
            <Field
              label={t`Field with the time zone`}
              help={t`For names such as Europe/Berlin. Otherwise the country decides.`}
            >
              {(ties) => (
                <Select
                  {...ties}
                  value={field ?? ''}
                  onChange={(event) => change({ recipient_zone: { ...choice, field: event.target.value || null } })}
                >
                  <option value="">{t`None`}</option>
                  {field !== null && !customFields.includes(field) && (
                    <option value={field}>{t`${field} (deleted)`}</option>
                  )}
                  {customFields.map((name) => (
                    <option key={name} value={name}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          <Segments
            label={t`Where the time has already passed`}
            value={choice.passed}
            segments={[
              { value: 'next_day', label: t`Send the next day` },
              { value: 'now', label: t`Send immediately` },
            ]}
            onChange={(passed) => change({ recipient_zone: { ...choice, passed } })}
          />
          {counting.check !== null && <ZoneCounts zones={counting.check.zones} />}
        </>
      )}
    </>
  );
}

/** Names a start that a clock change skips or repeats. */
function ClockChange({ zone, at }: { zone: string; at: string }) {
  const { t } = useLingui();
  const shown = dayTimeIn(zone, Date.parse(at));
  // A skipped time was moved to the one after it when it was typed.
  if (clockChangeAt(zone, shown) !== 'repeated') return null;
  return (
    <p className={styles.quiet}>{t`Clocks go back on this day. ${shown.time} occurs twice; the first one is used.`}</p>
  );
}

/** Recipients by time zone with the moment of each. */
export function ZoneCounts({ zones }: { zones: AudienceCheck['zones'] }) {
  const { t, i18n } = useLingui();
  const moment = useMoment();
  if (zones.length === 0) return null;
  return (
    <ul className={styles.lines} aria-label={t`Recipients by time zone`}>
      {zones.map(({ time_zone: zone, count, unknown, at, passed, clock_change: clockChange }) => {
        const here = moment(at);
        const there = moment(at, zone);
        return (
          <li key={zone}>
            <bdi>{zone}</bdi>: {i18n.number(count)}, {there}{' '}
            <span className={styles.quiet}>
              {t`(${here} on your clock)`}
              {passed && ` ${t`The time has passed there.`}`}
              {clockChange === 'skipped' &&
                ` ${t`Clocks go forward on this day. The time is skipped; the next one is used.`}`}
              {clockChange === 'repeated' &&
                ` ${t`Clocks go back on this day. The time occurs twice; the first one is used.`}`}
              {unknown > 0 &&
                ` ${t`${plural(unknown, { one: '# of unknown country.', other: '# of unknown country.' })}`}`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
