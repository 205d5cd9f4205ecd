import { fillTemplate, type TemplateDisplay, templateDisplay, templateSlots } from '@parley/contract/template-fill';
import type { Template } from '@parley/contract/types';
import { BubbleFrame, TemplateButtons, TemplateContent } from '../inbox/public.ts';
import styles from './templates.module.css';

export type TemplatePreviewProps = { label: string; name: string; display: TemplateDisplay };

/** A template as it will stand on the customer's phone. */
export function TemplatePreview({ label, name, display }: TemplatePreviewProps) {
  const template = { name, display };
  return (
    <figure className={styles.preview} aria-label={label}>
      <BubbleFrame out first last failed={false} waiting={false} author={null}>
        <TemplateContent template={template} />
        <TemplateButtons template={template} />
      </BubbleFrame>
    </figure>
  );
}

/** What a template says with the examples WhatsApp was shown, for want of values. */
export function exampleDisplay(template: Template): TemplateDisplay {
  const examples = templateSlots(template).map(({ key, name, example }) => [key, example ?? `{{${name}}}`] as const);
  return templateDisplay(template, fillTemplate(template, Object.fromEntries(examples)));
}
