import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ChatSettings, HistoryImport } from '@parley/contract/types';
import { useMemo } from 'react';
import { api } from '../../../platform/api.ts';
import { dateFormat } from '../../../platform/date-format.ts';
import { timeZoneChoices } from '../../../platform/time-zone-choices.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { PhoneField } from '../../../ui/fields/phone-field.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import type { FieldErrors } from '../../../ui/use-form.ts';
import { useRows } from '../../sync/public.ts';
import { setHistoryImport } from '../data/history-data.ts';
import styles from './move.module.css';

export type ChatFormProps = {
  row: HistoryImport;
  chat: NonNullable<HistoryImport['chat']>;
  values: ChatSettings;
  errors: FieldErrors<ChatSettings>;
  onChange: <K extends keyof ChatSettings>(name: K, value: ChatSettings[K]) => void;
};

/** Stores what was said about a chat. */
export async function saveChat(id: string, settings: ChatSettings): Promise<void> {
  setHistoryImport(await api('PUT /api/history-imports/{id}/chat', { params: { id }, body: settings }));
}

/** What a chat export does not say by itself: whose number it is, which names are ours, and how to read its times. */
export function ChatForm({ chat, values, errors, onChange }: ChatFormProps) {
  const { t, i18n } = useLingui();
  const zones = useMemo(() => timeZoneChoices(i18n.locale, new Date()), [i18n.locale]);
  const country = useRows('clients')[0]?.country ?? 'GB';
  const first = dateText(chat.first_date, values.date_order, i18n.locale);
  const last = dateText(chat.last_date, values.date_order, i18n.locale);
  const initial = values.phone_number?.slice(1) ?? null;
  return (
    <>
      <PhoneField
        label={t`Customer’s number`}
        help={t`The chat export has no number: find it in WhatsApp under the customer’s name.`}
        error={errors.phone_number ?? null}
        homeCountry={country}
        initial={initial}
        onChange={(digits) => onChange('phone_number', digits === null ? null : `+${digits}`)}
      />
      <fieldset className={styles.names}>
        <legend>{t`Which names are yours?`}</legend>
        <p className={styles.quiet}>{t`Their messages were sent by your business; all others by the customer.`}</p>
        {chat.names.map(({ name, messages }) => (
          <Checkbox
            key={name}
            checked={values.own_names.includes(name)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(
                'own_names',
                checked ? [...values.own_names, name] : values.own_names.filter((one) => one !== name),
              )
            }
          >
            <bdi>{name}</bdi>{' '}
            <small className={styles.count}>{plural(messages, { one: '# message', other: '# messages' })}</small>
          </Checkbox>
        ))}
        {errors.own_names !== undefined && (
          <p role="alert" className={styles.bad}>
            {errors.own_names}
          </p>
        )}
      </fieldset>
      <div className={styles.dates}>
        <span className={styles.label}>{t`Dates`}</span>
        {values.date_order === 'year_first' ? (
          <p>{t`Year, month, day`}</p>
        ) : (
          <Segments
            label={t`Dates`}
            segments={[
              { value: 'day_first', label: t`Day first` },
              { value: 'month_first', label: t`Month first` },
            ]}
            value={values.date_order}
            onChange={(order) => onChange('date_order', order)}
          />
        )}
        <p className={styles.quiet}>
          {chat.date_order_certain
            ? t`The file runs from ${first} to ${last}.`
            : t`The file runs from ${first} to ${last}. Its dates can be read either way: check them.`}
        </p>
      </div>
      <SelectField
        label={t`Time zone of the phone`}
        error={errors.time_zone ?? null}
        choices={zones}
        value={values.time_zone}
        onChange={(zone) => onChange('time_zone', zone)}
      />
    </>
  );
}

/** A date of the file as it is read in an order; as it stands there when it is none. */
function dateText(written: string, order: ChatSettings['date_order'], locale: string): string {
  const [a = 0, b = 0, c = 0] = written.split(/\D+/).filter(Boolean).map(Number);
  const [year, month, day] = order === 'year_first' ? [a, b, c] : order === 'month_first' ? [c, a, b] : [c, b, a];
  const date = new Date(Date.UTC(year < 100 ? 2_000 + year : year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return written;
  return dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}
