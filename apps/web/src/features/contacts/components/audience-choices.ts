export { FilterChoice } from './filter-choice.tsx';
export { SegmentChoice } from './segment-choice.tsx';
