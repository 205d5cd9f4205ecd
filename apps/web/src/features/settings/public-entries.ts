// Apart from public.ts, whose components the palette would load on every page.
export { mayOpen, type SettingsEntry, settingsGroups } from './data/settings-entries.ts';
