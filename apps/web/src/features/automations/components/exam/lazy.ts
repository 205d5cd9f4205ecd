import { lazyComponent } from '../../../../platform/lazy-component.tsx';
import type { IntentExamProps } from './intent-exam.tsx';

/** A dialog that few steps need. */
export const IntentExam = lazyComponent<IntentExamProps>(() =>
  import('./intent-exam.tsx').then((part) => part.IntentExam),
);
