// Apart from the other parts, because the first screen of the inbox has it and no charts.
import { lazyComponent } from '../../platform/lazy-component.tsx';
import type { ReplyCostProps } from './components/reply-cost.tsx';

/** What the next reply of a conversation costs. */
export const ReplyCost = lazyComponent<ReplyCostProps>(
  () => import('./components/reply-cost.tsx').then((part) => part.ReplyCost),
  { fallback: null },
);
