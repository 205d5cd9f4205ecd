import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { browserTimeZone, timeZoneChoices } from '../time-zones.ts';

/** Stands for no zone of one's own. */
export const asDevice = 'device';

/** Every zone, and that of the device, as somebody chooses one for themselves. */
export function useOwnTimeZones() {
  const { t, i18n } = useLingui();
  return useMemo(() => {
    const zones = timeZoneChoices(i18n.locale, new Date());
    const here = zones.find(({ value }) => value === browserTimeZone())?.label ?? browserTimeZone();
    return [{ value: asDevice, label: t`As this device: ${here}` }, ...zones];
  }, [t, i18n.locale]);
}

/** @returns the words for a zone of one's own, or for none */
export function useTimeZoneWords(zone: string | null): string {
  return useOwnTimeZones().find(({ value }) => value === (zone ?? asDevice))?.label ?? zone ?? '';
}
