import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { usePreferences } from '../../../../platform/preferences.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import type { CurrentUser } from '../../../identity/public.ts';
import { useTimeZoneLabel } from './own-time-zones.ts';
import styles from './personal.module.css';
import { browserChoice, useHourFormats, useLanguages, useRegions, useWeekStarts } from './region-choices.ts';
import { Fact, Section } from './section.tsx';

/** How dates, times and numbers are written for the user. */
export function RegionSection({ currentUser: { formats, time_zone: zone } }: { currentUser: CurrentUser }) {
  const { t } = useLingui();
  const region = useRegions().find(({ value }) => value === (formats.region ?? browserChoice));
  const { language: chosen } = usePreferences();
  const language = useLanguages().find(({ value }) => value === chosen);
  const hours = useHourFormats().find(({ value }) => value === (formats.hour_format ?? browserChoice));
  const week = useWeekStarts().find(({ value }) => value === (formats.week_start ?? browserChoice));
  return (
    <Section id="region" title={t`Language and region`} lead={t`For dates, times and numbers, on all your devices.`}>
      <Fact name={t`Language`}>{language?.label}</Fact>
      <Fact name={t`Region`}>{region?.label ?? formats.region}</Fact>
      <Fact name={t`Time zone`}>{useTimeZoneLabel(zone)}</Fact>
      <Fact name={t`Time format`}>{hours?.label}</Fact>
      <Fact name={t`First day of the week`}>{week?.label}</Fact>
      <p className={styles.buttons}>
        <Link to="/settings/personal/edit" hash="region" className={buttonClass()}>{t`Edit region`}</Link>
      </p>
    </Section>
  );
}
