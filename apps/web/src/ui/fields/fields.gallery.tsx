import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ApiError } from '../../platform/errors.ts';
import { Button } from '../button.tsx';
import { TextAreaField, TextField } from '../field.tsx';
import { FieldRow, Form, FormError } from '../form.tsx';
import type { GallerySection } from '../gallery-section.ts';
import { useForm } from '../use-form.ts';
import { DateField } from './date-field.tsx';
import { type ChosenFile, FileField } from './file-field.tsx';
import { PhoneField } from './phone-field.tsx';

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  return [
    { id: 'form', title: t`A form and the server’s words`, states: <SampleForm /> },
    { id: 'dates', title: t`Dates`, states: <Dates /> },
    { id: 'phones', title: t`Phone numbers`, states: <Phones /> },
    { id: 'files', title: t`Files`, states: <Files /> },
  ];
}

function SampleForm() {
  const { t } = useLingui();
  const form = useForm({
    initial: { name: 'Amara Okafor', phone: '447700900118', notes: '' },
    serverNames: { phone_number: 'phone' },
    check: ({ name }) => (name.trim() === '' ? { name: t`Enter a name.` } : {}),
    // As the server answers when another contact has the number.
    send: async () => {
      throw new ApiError({
        status: 409,
        code: 'contact_exists',
        message: 'x',
        data: [
          { field: 'phone_number', msg: t`Henrik Lindqvist has this number.` },
          { field: 'opt_in', msg: t`Opt-in needs a source.` },
        ],
        requestId: null,
        retryAfterSeconds: null,
      });
    },
  });
  return (
    <div style={{ inlineSize: 420 }}>
      <Form onSubmit={form.submit}>
        <FormError>{form.problem}</FormError>
        <FieldRow>
          <TextField label={t`Name`} {...form.text('name')} />
          <TextField label={t`Phone`} help={t`With the country’s code.`} {...form.text('phone')} />
        </FieldRow>
        <TextAreaField label={t`Notes`} note={t`optional`} {...form.text('notes')} />
        <TextField label={t`Account`} disabled defaultValue="Kestrel Cycles" />
        <span>
          <Button type="submit" variant="filled" busy={form.busy}>{t`Save the contact`}</Button>
        </span>
      </Form>
    </div>
  );
}

function Dates() {
  const { t } = useLingui();
  const [until, setUntil] = useState<string | null>('2027-08-31');
  const [none, setNone] = useState<string | null>(null);
  return (
    <div style={{ display: 'grid', gap: 16, inlineSize: 240 }}>
      <DateField label={t`Plan until`} value={until} onChange={setUntil} />
      <DateField
        label={t`First message after`}
        help={t`As you write it: 31 Aug 2027.`}
        value={none}
        onChange={setNone}
      />
      <DateField
        label={t`Not before today`}
        error={t`Choose a day that has not passed.`}
        value={none}
        onChange={setNone}
      />
    </div>
  );
}

function Phones() {
  const { t } = useLingui();
  const [digits, setDigits] = useState<string | null>('447700900118');
  return (
    <div style={{ display: 'grid', gap: 16, inlineSize: 280 }}>
      <PhoneField label={t`Phone`} homeCountry="GB" initial="447700900118" onChange={setDigits} />
      <PhoneField
        label={t`Another phone`}
        homeCountry="DE"
        help={t`As people there write it.`}
        onChange={() => undefined}
      />
      <PhoneField
        label={t`A phone that is taken`}
        homeCountry="GB"
        initial="33639984107"
        error={t`Camille Moreau has this number.`}
        onChange={() => undefined}
      />
      <output>{digits ?? t`no number`}</output>
    </div>
  );
}

function Files() {
  const { t } = useLingui();
  const [files, setFiles] = useState<ChosenFile[]>([
    { id: '1', name: 'service-plan-2026.xlsx', sizeBytes: 212_000, state: 'sending', share: 0.42 },
    { id: '2', name: 'زبائن الورشة.csv', sizeBytes: 4_210_000, state: 'done' },
    {
      id: '3',
      name: 'newsletter.csv',
      sizeBytes: 18_000,
      state: 'failed',
      problem: t`No column looks like phone numbers. Choose another file.`,
    },
  ]);
  return (
    <div style={{ display: 'grid', gap: 20, inlineSize: 420 }}>
      <FileField
        label={t`Contacts`}
        accept=".csv,.xlsx"
        maxBytes={20_000_000}
        most={5}
        files={files}
        onAdd={(added) =>
          setFiles([
            ...files,
            ...added.map(({ name, size }) => ({
              id: crypto.randomUUID(),
              name,
              sizeBytes: size,
              state: 'waiting' as const,
            })),
          ])
        }
        onRemove={(id) => setFiles(files.filter((file) => file.id !== id))}
        onRetry={(id) =>
          setFiles(files.map((file) => (file.id === id ? { ...file, state: 'sending', share: 0 } : file)))
        }
      />
      <FileField
        label={t`Picture`}
        accept="image/*"
        maxBytes={5_000_000}
        error={t`A picture is needed here.`}
        files={[]}
        onAdd={() => undefined}
        onRemove={() => undefined}
      />
    </div>
  );
}
