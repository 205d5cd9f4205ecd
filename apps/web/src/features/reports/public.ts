import { lazyComponent } from '../../platform/lazy-component.tsx';

export { ChartLegend, ChartOrTable } from './components/chart-or-table.tsx';
export { useCategoryName } from './data/rate-categories.ts';
export { useRates } from './data/rates-query.ts';
export { differenceText, useMoney } from './data/use-money.ts';

/** What messages cost; inside a QueryScope. */
export const RateSettings = lazyComponent<object>(() =>
  import('./components/rate-settings.tsx').then((part) => part.RateSettings),
);
