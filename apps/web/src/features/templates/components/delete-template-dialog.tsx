import { useLingui } from '@lingui/react/macro';
import type { Template, TemplateUse } from '@parley/contract/types';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { invalidateTemplates } from '../data/template-lists.ts';
import { useUseWords } from '../data/use-use-words.ts';

export type DeleteTemplateDialogProps = {
  template: Template;
  uses: readonly TemplateUse[];
  onClose: () => void;
  onDeleted: () => void;
};

/** Asks before a template is deleted on WhatsApp, naming what uses it. */
export function DeleteTemplateDialog({ template, uses, onClose, onDeleted }: DeleteTemplateDialogProps) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const wordsOfUse = useUseWords();
  const words = useServerErrorMessage();
  const { id, name, status } = template;
  const names = new Intl.ListFormat(i18n.locale).format(
    uses.map((use) => (use.kind === 'scheduled' ? wordsOfUse(use) : `“${use.name}”`)),
  );
  return (
    <ConfirmDialog
      title={t`Delete ${name}?`}
      confirm={t`Delete template`}
      keep={t`Cancel`}
      problem={words}
      onClose={onClose}
      onConfirm={async () => {
        await api('DELETE /api/templates/{id}', { params: { id }, query: uses.length === 0 ? { unused: 'true' } : {} });
        invalidateTemplates(client);
        toast({ message: t`${name} deleted` });
        onDeleted();
      }}
    >
      {uses.length > 0 && <p>{t`Used in ${names}. They can’t send it any more.`}</p>}
      <p>
        {status === 'DRAFT'
          ? t`The draft moves to the trash.`
          : t`It’s also deleted on WhatsApp, where an approved name stays reserved for 30 days. Sent messages stay.`}
      </p>
    </ConfirmDialog>
  );
}
