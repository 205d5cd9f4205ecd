import { useLingui } from '@lingui/react/macro';
import { fillTemplate, templateDisplay } from '@parley/contract/template-fill';
import type { AbVariant } from '@parley/contract/types';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { icon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { readableNumber } from '../../../contacts/public.ts';
import { TemplatePreview } from '../../../inbox/public.ts';
import type { Broadcast } from '../../data/editor/use-broadcast.ts';
import { useFieldLabel } from '../../data/editor/use-editor-text.ts';
import type { PreviewContacts } from '../../data/editor/use-preview-contacts.ts';
import { previewValues, valuesFor } from '../../data/editor/values.ts';
import styles from './editor.module.css';
import previewStyles from './preview.module.css';
import { Summary } from './summary.tsx';
import { VariantChoice } from './variant-choice.tsx';

export type PhonePreviewProps = {
  broadcast: Broadcast;
  contacts: PreviewContacts;
  /** Of an A/B test the one that is shown; null: there is no test. */
  variant: AbVariant | null;
  onVariant: (variant: AbVariant) => void;
};

/** The message per contact, and a summary in four lines; stays visible beside the steps. */
export function PhonePreview({ broadcast, contacts, variant, onVariant }: PhonePreviewProps) {
  const { t, i18n } = useLingui();
  const fieldLabel = useFieldLabel();
  const { template, templateVariables, state, channel } = broadcast;
  const { contact, index: place, count } = contacts;
  const values = previewValues(
    templateVariables,
    valuesFor(templateVariables, state.draft.variables, contact, fieldLabel),
  );
  const name = contact === null ? '' : contact.name || numberOf(contact.phone_masked, contact.phone_number);
  const whole = i18n.number(contacts.whole);
  return (
    <aside className={previewStyles.preview} aria-label={t`Preview`}>
      {variant !== null && <VariantChoice value={variant} onChange={onVariant} />}
      <div className={previewStyles.pager}>
        <IconButton label={t`Previous recipient`} size="sm" disabled={count < 2} onClick={contacts.previous}>
          <IconChevronLeft {...icon} />
        </IconButton>
        <span className={previewStyles.who} aria-live="polite">
          {contact === null ? (
            <span className={styles.quiet}>{t`No recipient to preview yet`}</span>
          ) : (
            <>
              <bdi>{name}</bdi> <span className={styles.quiet}>{t`${place} of ${whole}`}</span>
            </>
          )}
        </span>
        <IconButton label={t`Next recipient`} size="sm" disabled={count < 2} onClick={contacts.next}>
          <IconChevronRight {...icon} />
        </IconButton>
      </div>
      <div className={previewStyles.phone}>
        <div className={previewStyles.screen}>
          <div className={previewStyles.phoneBar}>
            <bdi>{channel?.channel_label ?? ''}</bdi>
          </div>
          <div className={previewStyles.phoneBody}>
            {template === undefined ? (
              <p className={styles.quiet}>{t`Choose a template to preview it.`}</p>
            ) : (
              <TemplatePreview
                label={name === '' ? t`Preview` : t`Preview for ${name}`}
                name={template.name}
                display={templateDisplay(template, fillTemplate(template, values))}
              />
            )}
          </div>
        </div>
      </div>
      <Summary broadcast={broadcast} />
    </aside>
  );
}

function numberOf(masked: string | undefined, digits: string | null): string {
  return masked ?? (digits === null ? '' : readableNumber(digits));
}
