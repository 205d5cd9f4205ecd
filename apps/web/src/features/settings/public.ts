export { ChecklistCard } from './checklist/checklist-card.tsx';
