import type { TemplateDisplay } from '@parley/contract/template-fill';
import { BubbleFrame } from './bubble.tsx';
import { MarksMissing } from './formatted-text.tsx';
import { TemplateButtons, TemplateContent } from './template-content.tsx';
import styles from './template-preview.module.css';

export type TemplatePreviewProps = { label: string; name: string; display: TemplateDisplay };

/** A template as the customer’s phone shows it. */
export function TemplatePreview({ label, name, display }: TemplatePreviewProps) {
  const template = { name, display };
  return (
    <figure className={styles.preview} aria-label={label}>
      <BubbleFrame out first last failed={false} waiting={false} author={null}>
        <MarksMissing value={true}>
          <TemplateContent template={template} />
        </MarksMissing>
        <TemplateButtons template={template} />
      </BubbleFrame>
    </figure>
  );
}
