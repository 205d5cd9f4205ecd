import { lazyComponent } from '../../platform/lazy-component.tsx';
import type { DefaultTemplatesProps } from './components/default-templates.tsx';
import type { FrequentTemplatesProps } from './components/frequent-templates.tsx';
import type { HeaderFileProps } from './components/header-file.tsx';
import type { OfferEndProps } from './components/offer-end.tsx';
import type { ReplyPickerProps } from './components/session/reply-picker.tsx';
import type { TemplateSheetProps } from './components/template-sheet.tsx';

export { CleanValue } from './components/clean-value.tsx';
export type { ReplyPickerHandle } from './components/session/reply-picker.tsx';
export { exampleDisplay, type PreviewComponent } from './data/example-display.ts';
export { offeredTemplates } from './data/offered-templates.ts';
export { suggestedVariables } from './data/prefill.ts';
export { PreviewContext, usePreview } from './data/preview-context.ts';
export { sampleTemplates } from './data/sample-templates.ts';
export { useCategoryLabels } from './data/use-category-labels.ts';
export { useFieldName } from './data/use-field-name.ts';
export { useLanguageName } from './data/use-language-name.ts';
export { useTemplateReason } from './data/use-template-reason.ts';
export { useTemplatesOf } from './data/use-templates.ts';
export { useVariableCheck } from './data/use-variable-check.ts';
export { isFileVariable, useVariableHelp, useVariableLabel } from './data/variable-labels.ts';

/** Chooses a template for a conversation, fills it in and sends it. */
export const TemplateSheet = lazyComponent<TemplateSheetProps>(() =>
  import('./components/template-sheet.tsx').then((module) => module.TemplateSheet),
);

/** Templates sent most, in place of the field while the reply window is closed. */
export const FrequentTemplates = lazyComponent<FrequentTemplatesProps>(
  () => import('./components/frequent-templates.tsx').then((module) => module.FrequentTemplates),
  { fallback: null },
);

/** The file in the header of a template: uploaded, or named by its web address. */
export const HeaderFile = lazyComponent<HeaderFileProps>(
  () => import('./components/header-file.tsx').then((module) => module.HeaderFile),
  { fallback: null },
);

/** When an offer ends. */
export const OfferEnd = lazyComponent<OfferEndProps>(
  () => import('./components/offer-end.tsx').then((module) => module.OfferEnd),
  { fallback: null },
);

/** Default templates of a channel, for its settings. */
export const DefaultTemplates = lazyComponent<DefaultTemplatesProps>(() =>
  import('./components/default-templates.tsx').then((module) => module.DefaultTemplates),
);

/** Notices of what WhatsApp did to templates. */
export const loadTemplateNotices = () =>
  import('./components/template-notices.tsx').then((module) => module.TemplateNotices);

/** The choice of a channel's templates, and its empty state. */
export const loadTemplateComponents = () => import('./lazy.ts');

/** Saved replies for a field whose text begins with a slash. Preloaded when the field is entered: the replies then are there too. */
export const ReplyPicker = lazyComponent<ReplyPickerProps>(
  async () => {
    const { ReplyPicker: Picker, prefetchReplies } = await import('./components/session/reply-picker.tsx');
    void prefetchReplies();
    return Picker;
  },
  { fallback: null },
);
