import { lazyPart } from '../../../platform/lazy-part.tsx';
import { loadTemplateParts } from '../../templates/public.ts';

type Parts = Awaited<ReturnType<typeof loadTemplateParts>>;

export const TemplateChoice = lazyPart<Parameters<Parts['TemplateChoice']>[0]>(() =>
  loadTemplateParts().then((parts) => parts.TemplateChoice),
);
export const NoTemplates = lazyPart<Parameters<Parts['NoTemplates']>[0]>(() =>
  loadTemplateParts().then((parts) => parts.NoTemplates),
);
