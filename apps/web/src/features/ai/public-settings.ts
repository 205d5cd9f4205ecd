import { lazyComponent } from '../../platform/lazy-component.tsx';
import type { AiIntentConsentProps } from './components/ai-intent-consent.tsx';
import type { AiPanelProps } from './components/ai-panel.tsx';

// Apart from public.ts, whose parts the inbox loads.
export { ConsentDialog } from './components/consent-dialog.tsx';
export { useAiSettings } from './data/ai-settings.ts';
export { useAiFunctions, useHasAgreed } from './data/ai-status.ts';

/** Beside /integrations; inside a QueryScope. */
export const AiPanel = lazyComponent<AiPanelProps>(() =>
  import('./components/ai-panel.tsx').then((part) => part.AiPanel),
);

/** In the form of an automation's step: whether the provider may be asked, and what is sent. */
export const AiIntentConsent = lazyComponent<AiIntentConsentProps>(() =>
  import('./components/ai-intent-consent.tsx').then((part) => part.AiIntentConsent),
);
