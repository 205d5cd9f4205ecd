import { lazyComponent } from '../../../../platform/lazy-component.tsx';
import { loadAudienceChoices } from '../../../contacts/public.ts';
import { loadTemplateComponents } from '../../../templates/public.ts';

type AudienceParts = Awaited<ReturnType<typeof loadAudienceChoices>>;
type TemplateParts = Awaited<ReturnType<typeof loadTemplateComponents>>;
type PropsOf<C extends (props: never) => unknown> = Parameters<C>[0];

export const FilterChoice = lazyComponent<PropsOf<AudienceParts['FilterChoice']>>(
  () => loadAudienceChoices().then((parts) => parts.FilterChoice),
  { fallback: null },
);
export const SegmentChoice = lazyComponent<PropsOf<AudienceParts['SegmentChoice']>>(
  () => loadAudienceChoices().then((parts) => parts.SegmentChoice),
  { fallback: null },
);
export const TemplateChoice = lazyComponent<PropsOf<TemplateParts['TemplateChoice']>>(
  () => loadTemplateComponents().then((parts) => parts.TemplateChoice),
  { fallback: null },
);
export const NoTemplates = lazyComponent<PropsOf<TemplateParts['NoTemplates']>>(
  () => loadTemplateComponents().then((parts) => parts.NoTemplates),
  { fallback: null },
);
