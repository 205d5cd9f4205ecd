import { i18n } from '@lingui/core';
import type { Display, Formats } from '@parley/contract/types';
import { setDisplayTimeZone } from './date-format.ts';
import { applyFormats } from './i18n.ts';
import { applyPreferences } from './preferences.ts';
import { formatsOf } from './regions.ts';
import { displayValues, formatsName, timeZoneName } from './time-zone.ts';

/* How the user wants times, dates and numbers to be shown, among what was chosen for all devices: applied, and stored for the next start. */

/** When the user last chose on this page: older answers of the server are outdated. ms of `performance.now()` */
let chosenAt = Number.NEGATIVE_INFINITY;
let chosenFormats: Formats | null = null;
/** The language whose words are in them. */
let formatsLanguage = '';

// Another language: its names and plurals in the formats of the region.
i18n.on('change', () => {
  if (chosenFormats !== null && document.documentElement.lang !== formatsLanguage) saveFormats(chosenFormats);
});

/** Shows times in the zone the user chose; null: the zone of the device. */
export function chooseTimeZone(zone: string | null): void {
  chosenAt = performance.now();
  saveTimeZone(zone);
}

/** Writes dates and numbers as the user chose. */
export function chooseFormats(choices: Formats): void {
  chosenAt = performance.now();
  saveFormats(choices);
}

/** Applies what the server knows. @param askedAt when it was asked, ms of `performance.now()` */
export function applyDisplay({ preferences, askedAt, ...answer }: Display & { askedAt: number }): void {
  applyPreferences(preferences, askedAt);
  if (askedAt > chosenAt) applyRegion(answer);
}

function applyRegion({ formats, time_zone: zone }: Pick<Display, 'formats' | 'time_zone'>): void {
  const isOtherZone = (displayValues()?.read(timeZoneName) ?? null) !== zone;
  saveTimeZone(zone);
  saveFormats(formats, isOtherZone);
}

function saveTimeZone(zone: string | null): void {
  displayValues()?.write(timeZoneName, zone);
  setDisplayTimeZone(zone);
}

/** @param always draws the page again even if the formats are the same, as they are at nearly every start */
function saveFormats(choices: Formats, always = false): void {
  chosenFormats = choices;
  formatsLanguage = document.documentElement.lang;
  const formats = formatsOf(formatsLanguage, choices);
  const values = displayValues();
  if (!always && JSON.stringify(values?.read(formatsName)) === JSON.stringify(formats)) return;
  values?.write(formatsName, formats);
  applyFormats(formats);
}
