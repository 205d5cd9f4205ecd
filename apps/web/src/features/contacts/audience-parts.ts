export { FilterChoice } from './components/filter-choice.tsx';
export { SegmentChoice } from './components/segment-choice.tsx';
