export { ChecklistCard } from './components/checklist/checklist-card.tsx';
export { useClient } from './data/account-queries.ts';
