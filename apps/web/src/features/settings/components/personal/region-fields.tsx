import { useLingui } from '@lingui/react/macro';
import type { Formats } from '@parley/contract/types';
import { api } from '../../../../platform/api.ts';
import { chooseFormats, chooseTimeZone } from '../../../../platform/display-choice.ts';
import type { LanguageChoice } from '../../../../platform/language-choice.ts';
import { choosePreferences, usePreferences } from '../../../../platform/preferences.ts';
import type { CurrentUser } from '../../../identity/public.ts';
import { SavedChoice } from '../saved/saved-choice.tsx';
import { SavedSelect } from '../saved/saved-select.tsx';
import { FormatExample } from './format-example.tsx';
import { deviceTimeZone, useOwnTimeZones } from './own-time-zones.ts';
import styles from './personal.module.css';
import { browserChoice, useHourFormats, useLanguages, useRegions, useWeekStarts } from './region-choices.ts';
import { Section } from './section.tsx';

type RegionFieldsProps = { currentUser: CurrentUser; onSaved: (currentUser: CurrentUser) => void };

/** How dates, times and numbers are written for the user, on all devices; each is saved when chosen. */
export function RegionFields({ currentUser: { formats, time_zone: zone }, onSaved }: RegionFieldsProps) {
  const { t } = useLingui();
  const { language } = usePreferences();
  const hours = useHourFormats();
  const weeks = useWeekStarts();
  const save = async (change: Partial<Formats>) => {
    const answer = await api('PUT /api/auth/profile', { body: { formats: change } });
    onSaved(answer);
    chooseFormats(answer.formats);
  };
  const saveZone = async (value: string) => {
    const time_zone = value === deviceTimeZone ? null : value;
    onSaved(await api('PUT /api/auth/profile', { body: { time_zone } }));
    chooseTimeZone(time_zone);
  };
  return (
    <div className={styles.part}>
      <Section id="region" title={t`Language and region`} lead={t`For dates, times and numbers, on all your devices.`}>
        <div className={styles.stack}>
          <SavedSelect
            label={t`Language`}
            name="language"
            choices={useLanguages()}
            saved={language}
            save={async (value) => choosePreferences({ language: value as LanguageChoice })}
          />
          <SavedSelect
            label={t`Region`}
            name="formats.region"
            choices={useRegions()}
            saved={formats.region ?? browserChoice}
            save={(value) => save({ region: value === browserChoice ? null : value })}
          />
          <SavedSelect
            label={t`Time zone`}
            name="time_zone"
            choices={useOwnTimeZones()}
            saved={zone ?? deviceTimeZone}
            save={saveZone}
          />
          <SavedChoice
            label={t`Time format`}
            name="formats.hour_format"
            segments={hours}
            saved={formats.hour_format ?? browserChoice}
            save={(value) => save({ hour_format: value === browserChoice ? null : value })}
          />
          <SavedChoice
            label={t`First day of the week`}
            name="formats.week_start"
            segments={weeks}
            saved={formats.week_start ?? browserChoice}
            save={(value) => save({ week_start: value === browserChoice ? null : value })}
          />
          <FormatExample />
        </div>
      </Section>
    </div>
  );
}
