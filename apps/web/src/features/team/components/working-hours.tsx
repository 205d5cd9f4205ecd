import { useLingui } from '@lingui/react/macro';
import { IconPlus, IconX } from '@tabler/icons-react';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TimeInput } from '../../../ui/fields/time-field.tsx';
import { icon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import {
  type WorkingHours as Hours,
  nextSpan,
  type WorkingSpan as Span,
  setSpan,
  setWorkingDay,
} from '../data/working-hours.ts';
import styles from './working-hours.module.css';

export type WorkingHoursProps = {
  value: Hours;
  onChange: (hours: Hours) => void;
  /** The account's time zone. */
  timeZone: string;
  error?: string | null;
};

/** Working hours by weekday; a day may have several spans. */
export function WorkingHours({ value, onChange, timeZone, error }: WorkingHoursProps) {
  const { t, i18n } = useLingui();
  const names = new Intl.DateTimeFormat(i18n.locale, { weekday: 'long', timeZone: 'UTC' });
  // 1 January 2024 was a Monday.
  const nameOf = (day: number) => names.format(Date.UTC(2024, 0, day));
  return (
    <fieldset className={styles.hours}>
      <legend>{t`Working hours`}</legend>
      <p
        className={styles.off}
      >{t`In the account’s time zone, ${timeZone}. Leave all days empty for no working hours.`}</p>
      {[1, 2, 3, 4, 5, 6, 7].map((day) => {
        const spans = value.flatMap((span, index) => (span.day === day ? [{ ...span, index }] : []));
        return (
          <div key={day} className={styles.day}>
            <Checkbox
              checked={spans.length > 0}
              onChange={(event) => onChange(setWorkingDay(value, day, event.target.checked))}
            >
              {nameOf(day)}
            </Checkbox>
            <span className={styles.spans}>
              {spans.map(({ index, ...span }, at) => (
                <SpanFields
                  key={index}
                  name={nameOf(day)}
                  span={span}
                  onChange={(part) => onChange(setSpan(value, index, part))}
                  onMore={at === spans.length - 1 ? () => onChange([...value, nextSpan(span)]) : null}
                  onRemove={() => onChange(value.filter((_span, other) => other !== index))}
                />
              ))}
            </span>
          </div>
        );
      })}
      {error && <p className={styles.error}>{error}</p>}
    </fieldset>
  );
}

function SpanFields(props: {
  name: string;
  span: Span;
  onChange: (part: Partial<Span>) => void;
  /** null: not the last span of its day. */
  onMore: (() => void) | null;
  onRemove: () => void;
}) {
  const { t } = useLingui();
  const { name, span, onChange, onMore, onRemove } = props;
  return (
    <span className={styles.span}>
      <TimeInput required aria-label={t`${name} from`} value={span.from} onChange={(from) => onChange({ from })} />
      <span aria-hidden="true">–</span>
      <TimeInput required aria-label={t`${name} to`} value={span.to} onChange={(to) => onChange({ to })} />
      {span.to < span.from && <span className={styles.off}>{t`the next day`}</span>}
      <IconButton size="sm" label={t`Remove ${name} ${span.from} to ${span.to}`} onClick={onRemove}>
        <IconX {...icon} />
      </IconButton>
      {onMore && (
        <IconButton size="sm" label={t`More hours on ${name}`} onClick={onMore}>
          <IconPlus {...icon} />
        </IconButton>
      )}
    </span>
  );
}
