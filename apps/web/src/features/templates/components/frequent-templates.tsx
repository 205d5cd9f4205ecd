import { useLingui } from '@lingui/react/macro';
import type { DefaultTemplateUse, Template, Thread } from '@parley/contract/types';
import { listText } from '../../../platform/formats.ts';
import { QueryScope } from '../../../platform/query.tsx';
import { MissingValue } from '../../../ui/missing-value.tsx';
import { useRow, useRows } from '../../sync/public.ts';
import { filledBody } from '../data/filled-body.ts';
import { asksForNumber, frequentTemplates } from '../data/frequent-templates.ts';
import { bodyOf, isForGroups } from '../data/offered-templates.ts';
import { prefill } from '../data/prefill.ts';
import { useTemplateUsage } from '../data/template-lists.ts';
import { useCategoryLabels } from '../data/use-category-labels.ts';
import { useMergeContact } from '../data/use-merge-contact.ts';
import { useTemplatesOf } from '../data/use-templates.ts';
import styles from './frequent-templates.module.css';

export type FrequentTemplatesProps = { thread: Thread; onChoose: (templateId: string) => void };

/** The templates sent most, filled with the contact’s values, each one click from its form. */
export function FrequentTemplates(props: FrequentTemplatesProps) {
  return (
    <QueryScope>
      <List {...props} />
    </QueryScope>
  );
}

function List({ thread, onChoose }: FrequentTemplatesProps) {
  const channel = useRow('channels', thread.channel_id);
  const { templates: known } = useTemplatesOf(thread.channel_id);
  const templates = thread.group === undefined ? known : known?.filter(isForGroups);
  const usageOf = useTemplateUsage();
  const use: DefaultTemplateUse = thread.window_expires_at === null ? 'first_message' : 'window_closed';
  const defaultId = channel?.default_templates[use]?.id ?? null;
  const numberKnown = thread.contact.phone_number !== null;
  const offered = frequentTemplates(templates ?? [], defaultId, (id) => usageOf(id).sent, numberKnown);
  const recipient = useMergeContact(thread);
  const customFields = useRows('clients')[0]?.custom_fields ?? [];
  return (
    <FrequentTemplateList
      templates={offered}
      valuesOf={(template) => prefill(template, recipient, customFields)}
      onChoose={onChoose}
    />
  );
}

export type FrequentTemplateListProps = {
  templates: readonly Template[];
  valuesOf: (template: Template) => Readonly<Record<string, string>>;
  onChoose: (templateId: string) => void;
};

export function FrequentTemplateList({ templates, valuesOf, onChoose }: FrequentTemplateListProps) {
  const { t } = useLingui();
  const categoryLabels = useCategoryLabels();
  if (templates.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t`Templates sent most`}>
      {templates.map((template) => (
        <li key={template.id}>
          <button type="button" className={styles.row} onClick={() => onChoose(template.id)}>
            <bdi className={styles.name}>{template.name}</bdi>
            <bdi className={styles.body}>
              {filledBody(bodyOf(template.components), valuesOf(template)).map((part) =>
                'text' in part ? (
                  part.text
                ) : (
                  <span key={part.at} className={styles.value}>
                    {part.value ?? <MissingValue />}
                  </span>
                ),
              )}
            </bdi>
            <span className={styles.kind}>
              {listText(
                [
                  asksForNumber(template) && t`Asks for the number`,
                  categoryLabels(template.category),
                  template.language,
                ].filter(Boolean),
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
