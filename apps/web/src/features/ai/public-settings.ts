import { lazyComponent } from '../../platform/lazy-component.tsx';

// Apart from public.ts, whose parts the inbox loads.
export { useAiSettings } from './data/ai-settings.ts';

/** Beside /integrations; inside a QueryScope. */
export const AiPanel = lazyComponent<{ onClose: () => void }>(() =>
  import('./components/ai-panel.tsx').then((part) => part.AiPanel),
);
