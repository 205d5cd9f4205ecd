import { lazyComponent } from '../../platform/lazy-component.tsx';
import type { AssistantsPanelProps } from './components/assistants-panel.tsx';

export { useApplications } from './data/applications.ts';

/** How assistants connect and what they can do, for the integrations page. */
export const AssistantsPanel = lazyComponent<AssistantsPanelProps>(
  () => import('./components/assistants-panel.tsx').then((module) => module.AssistantsPanel),
  { fallback: null },
);
