import { lazyComponent } from '../../platform/lazy-component.tsx';

export { Stars } from './components/stars.tsx';
export type { RatingFilter } from './data/use-ratings.ts';

export const RatingsDialog = lazyComponent(
  () => import('./components/ratings-dialog.tsx').then((module) => module.RatingsDialog),
  { fallback: null },
);
export const ContactRatings = lazyComponent(
  () => import('./components/contact-ratings.tsx').then((module) => module.ContactRatings),
  { fallback: null },
);
