import { lazyComponent } from '../../platform/lazy-component.tsx';
import type { AssistantPanelProps } from './components/assistant-panel.tsx';

// Apart from public.ts, whose parts the inbox loads.
export { useAssistant } from './data/assistant-data.ts';

/** Beside /integrations; inside a QueryScope. */
export const AssistantPanel = lazyComponent<AssistantPanelProps>(() =>
  import('./components/assistant-panel.tsx').then((part) => part.AssistantPanel),
);
