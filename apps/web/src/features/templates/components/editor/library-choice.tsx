import { useLingui } from '@lingui/react/macro';
import { type LibraryTopic, libraryContent, templateLibrary } from '@parley/contract/template-library';
import { useState } from 'react';
import { SelectField } from '../../../../ui/select-field.tsx';
import type { TemplateEditorState } from '../../data/use-template-editor.ts';

/** Fills a new template with one of the library, in the chosen language. */
export function LibraryChoice({ editor }: { editor: TemplateEditorState }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState('');
  const topics: Record<LibraryTopic, string> = {
    appointment: t`Appointment`,
    delivery: t`Delivery`,
    feedback: t`Feedback`,
    order: t`Order`,
    payment: t`Payment`,
    return: t`Re-engagement`,
    verification: t`Verification`,
  };
  const choose = (name: string) => {
    setChosen(name);
    const template = templateLibrary.find((each) => each.name === name);
    if (template === undefined) return;
    const { category } = template;
    editor.change({ name, category, content: libraryContent(template, editor.values.language) });
  };
  return (
    <SelectField
      label={t`Start from the library`}
      note={t`optional`}
      help={t`Texts in Arabic, English, French, German, Hindi, Portuguese and Spanish`}
      choices={templateLibrary.map(({ name, topic }) => ({ value: name, label: `${topics[topic]} · ${name}` }))}
      value={chosen}
      onChange={choose}
    />
  );
}
