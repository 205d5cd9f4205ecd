import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { browserTimeZone, timeZoneChoices } from '../../../../platform/time-zone-choices.ts';

/** The choice to use the device's time zone. */
export const deviceTimeZone = 'device';

/** All time zones, and the choice to follow the device. */
export function useOwnTimeZones() {
  const { t, i18n } = useLingui();
  return useMemo(() => {
    const zones = timeZoneChoices(i18n.locale, new Date());
    const here = zones.find(({ value }) => value === browserTimeZone())?.label ?? browserTimeZone();
    return [{ value: deviceTimeZone, label: t`Same as device: ${here}` }, ...zones];
  }, [t, i18n.locale]);
}

/** @returns the label of a time zone, or of the device's */
export function useTimeZoneLabel(zone: string | null): string {
  return useOwnTimeZones().find(({ value }) => value === (zone ?? deviceTimeZone))?.label ?? zone ?? '';
}
