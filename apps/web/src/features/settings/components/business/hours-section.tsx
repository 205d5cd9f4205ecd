import { useLingui } from '@lingui/react/macro';
import { hoursOfChannel } from '@parley/contract/opening';
import type { BusinessHours, Client } from '@parley/contract/types';
import { useMemo, useState } from 'react';
import { dateFormat } from '../../../../platform/date-format.ts';
import { timeZoneChoices } from '../../../../platform/time-zone-choices.ts';
import { useNow } from '../../../../platform/use-now.ts';
import { Button } from '../../../../ui/button.tsx';
import { usualHours } from '../../../../ui/hours/hours-draft.ts';
import { HoursFields, hoursPlaces } from '../../../../ui/hours/hours-fields.tsx';
import { useHoursText } from '../../../../ui/hours/hours-text.ts';
import { useOpeningText } from '../../../../ui/hours/opening-text.ts';
import styles from './business.module.css';
import { BusinessSection } from './business-section.tsx';
import { SettingDialog, type SettingErrors } from './setting-dialog.tsx';

/** The working hours and holidays of the business. */
export function HoursSection({ client }: { client: Client }) {
  const { t } = useLingui();
  const [changing, setChanging] = useState(false);
  const { working_hours: hours } = client;
  const opening = useOpeningText()(hoursOfChannel({ working_hours: null }, client), useNow());
  return (
    <BusinessSection
      id="hours"
      title={t`Working hours`}
      lead={t`Used by automations, and by channels without their own hours.`}
      onChange={() => setChanging(true)}
    >
      {hours === null ? (
        <p>{t`No working hours set.`}</p>
      ) : (
        <>
          <p role="status">{opening}</p>
          <Hours hours={hours} />
        </>
      )}
      {changing && <HoursDialog client={client} onClose={() => setChanging(false)} />}
    </BusinessSection>
  );
}

function Hours({ hours }: { hours: BusinessHours }) {
  const { t, i18n } = useLingui();
  const days = useHoursText()(hours.days);
  const date = dateFormat(i18n.locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <dl className={styles.facts}>
      {days.map(({ name, text }) => (
        <Line key={name} name={name} text={text} />
      ))}
      {hours.holidays.map(({ date: day, name }) => (
        <Line key={day} name={date.format(Date.parse(day))} text={name === '' ? t`Holiday` : t`Holiday: ${name}`} />
      ))}
    </dl>
  );
}

function Line({ name, text }: { name: string; text: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <bdi>{text}</bdi>
      </dd>
    </>
  );
}

function HoursDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const usual = usualHours(client.time_zone);
  const [hours, setHours] = useState<BusinessHours | null>(
    client.working_hours ?? { days: usual.days, holidays: usual.holidays },
  );
  const zones = useMemo(() => timeZoneChoices(i18n.locale, new Date()), [i18n.locale]);
  const zone = zones.find(({ value }) => value === client.time_zone)?.label ?? client.time_zone;
  return (
    <SettingDialog
      title={t`Working hours`}
      changes={() => ({ working_hours: hours })}
      fields={hours === null ? [] : hoursPlaces(hours).map((place) => `working_hours.${place}`)}
      saved={t`Working hours saved`}
      onClose={onClose}
    >
      {(errors) =>
        hours === null ? (
          <>
            <p>{t`No working hours are shown. Automations treat your business as always open.`}</p>
            <p>
              <Button onClick={() => setHours({ days: usual.days, holidays: [] })}>{t`Set working hours`}</Button>
            </p>
          </>
        ) : (
          <>
            <p className={styles.quiet}>{t`In the account’s time zone: ${zone}`}</p>
            <HoursFields hours={hours} errors={placesOf(errors)} onChange={(part) => setHours({ ...hours, ...part })} />
            <p>
              <Button onClick={() => setHours(null)}>{t`Remove all working hours`}</Button>
            </p>
          </>
        )
      }
    </SettingDialog>
  );
}

function placesOf(errors: SettingErrors): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [field.replace(/^working_hours\./, ''), message]),
  );
}
