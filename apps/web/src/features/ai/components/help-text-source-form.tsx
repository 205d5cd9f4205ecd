import { useLingui } from '@lingui/react/macro';
import { helpTextImportLimits } from '@parley/contract/help-text-limits';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { AddressField } from '../../../ui/fields/address-field.tsx';
import { FileField } from '../../../ui/fields/file-field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { useLeaveQuestion } from '../../../ui/layer/leave-guard.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { useForm } from '../../../ui/use-form.ts';

type Kind = 'page' | 'file';
type Props = {
  title: string;
  url: string;
  /** A page's address or a file. */
  read: (source: string | File) => Promise<void>;
  onClose: () => void;
};

/** The page or file that help texts are imported from. */
export function HelpTextSourceForm({ title, url, read, onClose }: Props) {
  const { t } = useLingui();
  const [kind, setKind] = useState<Kind>('page');
  const form = useForm<{ url: string; file: File | null }>({
    initial: { url, file: null },
    check: (values) => {
      if (kind === 'file') return values.file === null ? { file: t`Choose a file.` } : {};
      return values.url.trim() === '' ? { url: t`Enter an address.` } : {};
    },
    send: (values) => read(kind === 'file' && values.file !== null ? values.file : values.url.trim()),
  });
  const { file } = form.values;
  const { leave, question } = useLeaveQuestion(t`Leave without importing?`, () => form.changed && !form.busy, onClose);
  return (
    <Dialog
      title={title}
      lightDismiss={false}
      onClose={leave}
      footer={
        <>
          <Button onClick={leave}>{t`Cancel`}</Button>
          <Button variant="filled" busy={form.busy} onClick={() => void form.submit()}>{t`Preview`}</Button>
        </>
      }
    >
      <Form onSubmit={form.submit}>
        {url === '' && (
          <Segments<Kind>
            label={t`Import from`}
            segments={[
              { value: 'page', label: t`Web page` },
              { value: 'file', label: t`File` },
            ]}
            value={kind}
            onChange={setKind}
          />
        )}
        {kind === 'page' ? (
          <AddressField
            data-focus
            label={t`Address`}
            type="url"
            autoComplete="off"
            placeholder="https://"
            help={t`A page that anyone can open, up to 512 KB, or a PDF. It is split at its headings.`}
            {...form.text('url')}
          />
        ) : (
          <FileField
            label={t`File`}
            accept=".pdf,.md,.markdown,.txt"
            kinds={t`PDF, Markdown or plain text`}
            maxBytes={helpTextImportLimits.fileBytes}
            files={file === null ? [] : [{ id: 'file', name: file.name, sizeBytes: file.size, state: 'waiting' }]}
            error={form.errors.file ?? null}
            onAdd={([added]) => form.set('file', added ?? null)}
            onRemove={() => form.set('file', null)}
          />
        )}
        <FormError>{form.problem}</FormError>
      </Form>
      {question}
    </Dialog>
  );
}
