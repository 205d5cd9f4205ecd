import { lazyComponent } from '../../platform/lazy-component.tsx';

// Apart from public.ts, whose parts the inbox loads.
export { useAssistant } from './data/assistant-data.ts';

/** Beside /integrations; inside a QueryScope. */
export const AssistantPanel = lazyComponent<{ onClose: () => void }>(() =>
  import('./components/assistant-panel.tsx').then((part) => part.AssistantPanel),
);
