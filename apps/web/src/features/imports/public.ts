import { lazyComponent } from '../../platform/lazy-component.tsx';
import type { SourcesPanelProps } from './components/sources-panel.tsx';

export { useImportSources } from './data/sources.ts';

/** CSV files that are imported on a schedule, for the integrations page. */
export const ImportSourcesPanel = lazyComponent<SourcesPanelProps>(
  () => import('./components/sources-panel.tsx').then((module) => module.SourcesPanel),
  { fallback: null },
);
