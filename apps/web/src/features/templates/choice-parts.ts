export { NoTemplates } from './no-templates.tsx';
export { TemplateChoice } from './template-choice.tsx';
export { TemplatePreview } from './template-preview.tsx';
