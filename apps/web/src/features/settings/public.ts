export { ChecklistCard } from './checklist/checklist-card.tsx';
export { countryChoices } from './iso-countries.ts';
export { browserTimeZone, timeZoneChoices } from './time-zones.ts';
