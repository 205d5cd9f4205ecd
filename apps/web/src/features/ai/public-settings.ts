import { lazyComponent } from '../../platform/lazy-component.tsx';
import type { AiIntentConsentProps } from './components/ai-intent-consent.tsx';

// Apart from public.ts, whose parts the inbox loads.
export { useAiSettings } from './data/ai-settings.ts';

/** Beside /integrations; inside a QueryScope. */
export const AiPanel = lazyComponent<{ onClose: () => void }>(() =>
  import('./components/ai-panel.tsx').then((part) => part.AiPanel),
);

/** In the form of an automation's step: whether the provider may be asked, and what is sent. */
export const AiIntentConsent = lazyComponent<AiIntentConsentProps>(() =>
  import('./components/ai-intent-consent.tsx').then((part) => part.AiIntentConsent),
);
