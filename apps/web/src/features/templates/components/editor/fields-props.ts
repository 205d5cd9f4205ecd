import type { TemplateEditorState } from '../../data/use-template-editor.ts';

export type FieldsProps = {
  editor: TemplateEditorState;
  /** What is wrong with a field: always for what was typed too much, after a try to submit for what is missing. */
  errorOf: (field: string) => string | null;
};
