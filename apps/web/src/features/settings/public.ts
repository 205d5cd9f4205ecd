export { ChecklistCard } from './components/checklist/checklist-card.tsx';
