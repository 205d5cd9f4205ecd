import { useLingui } from '@lingui/react/macro';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { icon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TemplatePreview } from '../../inbox/public.ts';
import { useFieldName } from '../../templates/public.ts';
import type { ComposeDraft, VariableSource } from '../data/draft.ts';
import { displayFor, displayWithoutRecipient, getsText, textFor } from '../data/messages.ts';
import type { ComposeTarget } from '../data/use-targets.ts';
import styles from './compose.module.css';

export type PreviewPaneProps = {
  draft: ComposeDraft;
  targets: readonly ComposeTarget[];
  template: { row: Parameters<typeof displayFor>[0]; sources: Record<string, VariableSource> } | null;
};

/** A preview of the message for each recipient. */
export function PreviewPane({ draft, targets, template }: PreviewPaneProps) {
  const { t } = useLingui();
  const fieldName = useFieldName();
  const [wanted, setWanted] = useState(0);
  const at = Math.max(0, Math.min(wanted, targets.length - 1));
  const target = targets[at];
  const count = targets.length;
  if (target === undefined) {
    if (draft.how === 'text' || template === null) {
      return <p className={styles.quiet}>{t`Choose a recipient to see a preview.`}</p>;
    }
    const { row, sources } = template;
    return (
      <TemplatePreview label={t`Preview`} name={row.name} display={displayWithoutRecipient(row, sources, fieldName)} />
    );
  }
  const asText = getsText(draft.how, target);
  const display = asText
    ? { body: textFor(draft, target.variableContact), buttons: [] }
    : template === null
      ? null
      : displayFor(template.row, template.sources, target.variableContact);
  return (
    <>
      <div className={styles.pager}>
        <IconButton
          label={t`Previous`}
          size="sm"
          aria-disabled={at === 0 || undefined}
          onClick={() => setWanted(at - 1)}
        >
          <IconChevronLeft {...icon} />
        </IconButton>
        <span role="status">
          <bdi>{target.name}</bdi> <span className={styles.quiet}>{t`${at + 1} of ${count}`}</span>
        </span>
        <IconButton
          label={t`Next`}
          size="sm"
          aria-disabled={at >= count - 1 || undefined}
          onClick={() => setWanted(Math.min(at + 1, count - 1))}
        >
          <IconChevronRight {...icon} />
        </IconButton>
      </div>
      {display === null || display.body === '' ? (
        <p className={styles.quiet}>{asText ? t`No text yet.` : t`No template is chosen yet.`}</p>
      ) : (
        <TemplatePreview
          label={t`Preview for ${target.name}`}
          name={asText ? '' : (template?.row.name ?? '')}
          display={display}
        />
      )}
    </>
  );
}
