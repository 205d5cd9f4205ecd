import { loadWords } from '../../platform/i18n.ts';
import { lazyPart } from '../../platform/lazy-part.tsx';
import type { DefaultTemplatesProps } from './default-templates.tsx';
import type { TemplatePreviewProps } from './template-preview.tsx';
import type { TemplateSheetProps } from './template-sheet.tsx';

export { offeredTemplates } from './order.ts';
export { suggestedVariables } from './prefill.ts';
export { sampleTemplates } from './sample-templates.ts';
export { useSlotHelp, useSlotLabel } from './slot-words.ts';
export { useCategoryWords } from './use-category-words.ts';
export { useSlotCheck } from './use-slot-check.ts';
export { useTemplatesOf } from './use-templates.ts';

/** Words of the bubbles that show how a template looks come along. */
const withWords = <T>(module: Promise<T>): Promise<T> =>
  Promise.all([module, ...['templates', 'parts', 'inbox', 'thread'].map(loadWords)]).then(([loaded]) => loaded);

/** Chooses a template for a conversation, fills it in and sends it. */
export const TemplateSheet = lazyPart<TemplateSheetProps>(() =>
  withWords(import('./template-sheet.tsx')).then((module) => module.TemplateSheet),
);

/** Which templates a channel offers first; for what is set about a channel. */
export const DefaultTemplates = lazyPart<DefaultTemplatesProps>(() =>
  withWords(import('./default-templates.tsx')).then((module) => module.DefaultTemplates),
);

/** A template as it will look. */
export const TemplatePreview = lazyPart<TemplatePreviewProps>(() =>
  withWords(import('./template-preview.tsx')).then((module) => module.TemplatePreview),
);

/** The templates of a channel to choose from, and what is said where there is none. */
export const loadTemplateParts = () => withWords(import('./choice-parts.ts'));
