import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { clockChangeAt, dayTimeIn } from '@parley/contract/local-time';
import type { AudienceCheck, CampaignSchedule } from '@parley/contract/types';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { Field, inputClass } from '../../../../ui/field.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import type { Broadcast } from '../../data/editor/use-broadcast.ts';
import { useMoment } from '../../data/editor/use-editor-text.ts';
import styles from './editor.module.css';

type Props = { broadcast: Broadcast; at: string; change: (part: CampaignSchedule) => void };

/** Whether the time counts in each recipient's zone, and who gets it when. */
export function RecipientZone({ broadcast, at, change }: Props) {
  const { t } = useLingui();
  const { state, zone, customFields, counting } = broadcast;
  const choice = state.draft.schedule.recipient_zone ?? null;
  const field = choice?.field ?? null;
  const { time } = dayTimeIn(zone, Date.parse(at));
  return (
    <>
      <Checkbox
        checked={choice !== null}
        onChange={(event) => change({ recipient_zone: event.target.checked ? { passed: 'next_day' } : null })}
      >
        {t`In each recipient's time zone`}
      </Checkbox>
      {choice === null && <ClockChange zone={zone} at={at} />}
      {choice !== null && (
        <>
          <p className={styles.quiet}>
            {t`Everyone gets it when it is ${time} where they are, by the country of their number. The recipients are determined when it is ${time} in the first time zone of the world.`}
          </p>
          {customFields.length > 0 && (
            <Field
              label={t`Field with the time zone`}
              help={t`For names such as Europe/Berlin. Otherwise the country decides.`}
            >
              {(ties) => (
                <select
                  {...ties}
                  className={inputClass()}
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
                </select>
              )}
            </Field>
          )}
          <Segments
            label={t`Where the time has passed at the start`}
            value={choice.passed}
            segments={[
              { value: 'next_day', label: t`Send the next day` },
              { value: 'now', label: t`Send at once` },
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
  return <p className={styles.quiet}>{t`Clocks go back then: ${shown.time} comes twice, and the first counts.`}</p>;
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
                ` ${t`Clocks go forward then: the time is skipped, and the next one counts.`}`}
              {clockChange === 'repeated' && ` ${t`Clocks go back then: the time comes twice, and the first counts.`}`}
              {unknown > 0 &&
                ` ${t`${plural(unknown, { one: '# of unknown country.', other: '# of unknown country.' })}`}`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
