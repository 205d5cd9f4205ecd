import { useLingui } from '@lingui/react/macro';
import type { ImportSource } from '@parley/contract/types';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { AddressField } from '../../../ui/fields/address-field.tsx';
import { FieldRow, Form, FormError } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { type AddressForm, headerOf } from '../data/source-form.ts';
import { type FilePreview, previewSource } from '../data/sources.ts';
import styles from './sources.module.css';

type Props = {
  source: ImportSource | null;
  initial: AddressForm;
  onRead: (values: AddressForm, file: FilePreview) => void;
  onClose: () => void;
};

/** Step 1: where the file is. The beginning of the file is read before the next step. */
export function AddressStep({ source, initial, onRead, onClose }: Props) {
  const { t } = useLingui();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({
    initial,
    check: ({ name, url, headerName, headerValue }) => ({
      ...(name.trim() === '' && { name: t`Enter a name.` }),
      ...(url.trim() === '' && { url: t`Enter an address.` }),
      ...(headerName.trim() === '' && headerValue.trim() !== '' && { headerName: t`Enter the name of the header.` }),
    }),
    serverNames: { 'header.name': 'headerName', 'header.value': 'headerValue' },
    send: async (values) => {
      setProblem(null);
      const { id: source_id } = source ?? {};
      const body = { url: values.url.trim(), header: headerOf(values), ...(source_id !== undefined && { source_id }) };
      const { problem: found, columns, rows } = await previewSource(body);
      if (found === null) onRead(values, { columns, rows });
      else setProblem(found.message);
    },
  });
  const isStored = source !== null && source.header_name !== null;
  return (
    <Form onSubmit={form.submit}>
      <TextField data-focus label={t`Name`} autoComplete="off" placeholder={t`Shop customers`} {...form.text('name')} />
      <AddressField
        label={t`Address`}
        help={t`The first row must have the column names. For Google Sheets: Publish to web > CSV.`}
        type="url"
        dir="ltr"
        autoComplete="off"
        placeholder="https://"
        {...form.text('url')}
      />
      <FieldRow>
        <TextField
          label={t`Access header`}
          note={t`optional`}
          dir="ltr"
          autoComplete="off"
          placeholder={t`Authorization`}
          {...form.text('headerName')}
        />
        <TextField
          label={t`Header value`}
          note={t`optional`}
          type="password"
          dir="ltr"
          autoComplete="new-password"
          placeholder={isStored ? t`Stored` : ''}
          {...form.text('headerValue')}
        />
      </FieldRow>
      <FormError>{form.problem ?? problem}</FormError>
      <div className={styles.foot}>
        <Button onClick={onClose}>{t`Cancel`}</Button>
        <Button type="submit" variant="filled" busy={form.busy}>{t`Test and continue`}</Button>
      </div>
    </Form>
  );
}
