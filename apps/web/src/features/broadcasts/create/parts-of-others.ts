import { lazyPart } from '../../../platform/lazy-part.tsx';
import { loadAudienceParts } from '../../contacts/public.ts';
import { loadTemplateParts } from '../../templates/public.ts';

type AudienceParts = Awaited<ReturnType<typeof loadAudienceParts>>;
type TemplateParts = Awaited<ReturnType<typeof loadTemplateParts>>;
type PropsOf<C extends (props: never) => unknown> = Parameters<C>[0];

export const FilterChoice = lazyPart<PropsOf<AudienceParts['FilterChoice']>>(() =>
  loadAudienceParts().then((parts) => parts.FilterChoice),
);
export const SegmentChoice = lazyPart<PropsOf<AudienceParts['SegmentChoice']>>(() =>
  loadAudienceParts().then((parts) => parts.SegmentChoice),
);
export const TemplateChoice = lazyPart<PropsOf<TemplateParts['TemplateChoice']>>(() =>
  loadTemplateParts().then((parts) => parts.TemplateChoice),
);
export const NoTemplates = lazyPart<PropsOf<TemplateParts['NoTemplates']>>(() =>
  loadTemplateParts().then((parts) => parts.NoTemplates),
);
