import { useLingui } from '@lingui/react/macro';
import { languages } from '@parley/contract/languages';
import type { Formats } from '@parley/contract/types';
import { useMemo } from 'react';
import { countryChoices } from '../../../../platform/country-choices.ts';
import { dateFormat } from '../../../../platform/date-format.ts';
import { browserLanguage, type LanguageChoice, ownNameOf } from '../../../../platform/language-choice.ts';
import { browserRegion } from '../../../../platform/regions.ts';
import type { Segment } from '../../../../ui/segments.tsx';

/** The choice to follow the browser, or the region. */
export const browserChoice = 'browser';

type HourChoice = NonNullable<Formats['hour_format']> | typeof browserChoice;
type WeekChoice = NonNullable<Formats['week_start']> | typeof browserChoice;

/** All languages under their own names, and the choice to follow the browser. */
export function useLanguages(): { value: LanguageChoice; label: string }[] {
  const { t } = useLingui();
  const here = ownNameOf(browserLanguage());
  return [
    { value: 'auto' as const, label: t`Same as browser: ${here}` },
    ...languages.map((value) => ({ value, label: ownNameOf(value) })),
  ];
}

/** All regions, and the choice to follow the browser. */
export function useRegions() {
  const { t, i18n } = useLingui();
  return useMemo(() => {
    const regions = countryChoices(i18n.locale);
    const here = regions.find(({ value }) => value === browserRegion())?.label ?? browserRegion();
    return [{ value: browserChoice, label: t`Same as browser: ${here}` }, ...regions];
  }, [t, i18n.locale]);
}

export function useHourFormats(): Segment<HourChoice>[] {
  const { t } = useLingui();
  return [
    { value: browserChoice, label: t`Same as region` },
    { value: '24', label: t`24 hours` },
    { value: '12', label: t`12 hours` },
  ];
}

export function useWeekStarts(): Segment<WeekChoice>[] {
  const { t, i18n } = useLingui();
  const name = dateFormat(i18n.locale, { weekday: 'long', timeZone: 'UTC' });
  // 1 January 2024 was a Monday.
  const day = (date: number) => name.format(Date.UTC(2024, 0, date));
  return [
    { value: browserChoice, label: t`Same as region` },
    { value: 'mon', label: day(1) },
    { value: 'sun', label: day(7) },
    { value: 'sat', label: day(6) },
  ];
}
