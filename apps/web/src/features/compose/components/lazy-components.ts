import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { loadTemplateComponents } from '../../templates/public.ts';

type Parts = Awaited<ReturnType<typeof loadTemplateComponents>>;

export const TemplateChoice = lazyComponent<Parameters<Parts['TemplateChoice']>[0]>(
  () => loadTemplateComponents().then((parts) => parts.TemplateChoice),
  { fallback: null },
);
export const NoTemplates = lazyComponent<Parameters<Parts['NoTemplates']>[0]>(
  () => loadTemplateComponents().then((parts) => parts.NoTemplates),
  { fallback: null },
);
