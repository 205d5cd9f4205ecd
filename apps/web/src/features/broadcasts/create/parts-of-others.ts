import { ownPart } from '../../../platform/own-part.tsx';
import { loadAudienceParts } from '../../contacts/public.ts';
import { loadTemplateParts } from '../../templates/public.ts';

type AudienceParts = Awaited<ReturnType<typeof loadAudienceParts>>;
type TemplateParts = Awaited<ReturnType<typeof loadTemplateParts>>;
type PropsOf<C extends (props: never) => unknown> = Parameters<C>[0];

export const FilterChoice = ownPart<PropsOf<AudienceParts['FilterChoice']>>(() =>
  loadAudienceParts().then((parts) => parts.FilterChoice),
);
export const SegmentChoice = ownPart<PropsOf<AudienceParts['SegmentChoice']>>(() =>
  loadAudienceParts().then((parts) => parts.SegmentChoice),
);
export const TemplateChoice = ownPart<PropsOf<TemplateParts['TemplateChoice']>>(() =>
  loadTemplateParts().then((parts) => parts.TemplateChoice),
);
export const NoTemplates = ownPart<PropsOf<TemplateParts['NoTemplates']>>(() =>
  loadTemplateParts().then((parts) => parts.NoTemplates),
);
export const TemplatePreview = ownPart<PropsOf<TemplateParts['TemplatePreview']>>(() =>
  loadTemplateParts().then((parts) => parts.TemplatePreview),
);
