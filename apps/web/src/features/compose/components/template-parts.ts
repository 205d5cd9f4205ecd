import { ownPart } from '../../../platform/own-part.tsx';
import { loadTemplateParts } from '../../templates/public.ts';

type Parts = Awaited<ReturnType<typeof loadTemplateParts>>;

export const TemplateChoice = ownPart<Parameters<Parts['TemplateChoice']>[0]>(() =>
  loadTemplateParts().then((parts) => parts.TemplateChoice),
);
export const NoTemplates = ownPart<Parameters<Parts['NoTemplates']>[0]>(() =>
  loadTemplateParts().then((parts) => parts.NoTemplates),
);
export const TemplatePreview = ownPart<Parameters<Parts['TemplatePreview']>[0]>(() =>
  loadTemplateParts().then((parts) => parts.TemplatePreview),
);
