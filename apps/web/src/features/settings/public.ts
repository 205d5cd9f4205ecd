export { ChecklistCard } from './components/checklist/checklist-card.tsx';
export { useClient } from './data/account-queries.ts';
export { mayOpen, type SettingsEntry, settingsGroups } from './data/settings-entries.ts';
