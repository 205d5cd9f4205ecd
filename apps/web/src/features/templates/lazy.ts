export { NoTemplates } from './components/no-templates.tsx';
export { TemplateChoice } from './components/template-choice.tsx';
