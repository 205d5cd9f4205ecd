import { useLingui } from '@lingui/react/macro';
import type { ImportSource } from '@parley/contract/types';
import { useState } from 'react';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import type { ImportDraft } from '../../contacts/public.ts';
import { type AddressForm, addressFormOf, draftOf } from '../data/source-form.ts';
import type { FilePreview } from '../data/sources.ts';
import { AddressStep } from './address-step.tsx';
import { ColumnsStep } from './columns-step.tsx';
import { SaveStep } from './save-step.tsx';

type Props = { source: ImportSource | null; onSaved: (id: string) => void; onClose: () => void };

/** A new source, or the settings of one, in three steps: its address, its columns, its rules and schedule. */
export function SourceDialog({ source, onSaved, onClose }: Props) {
  const { t } = useLingui();
  const [step, setStep] = useState<'address' | 'columns' | 'save'>('address');
  const [address, setAddress] = useState<AddressForm>(() => addressFormOf(source));
  const [file, setFile] = useState<FilePreview | null>(null);
  const [draft, setDraft] = useState<ImportDraft | null>(null);
  return (
    <Dialog
      title={source === null ? t`Add CSV address` : t`Edit CSV address`}
      size="lg"
      lightDismiss={false}
      onClose={onClose}
    >
      {step === 'address' || file === null || draft === null ? (
        <AddressStep
          source={source}
          initial={address}
          onClose={onClose}
          onRead={(values, preview) => {
            setAddress(values);
            // What was chosen stays when the same columns come back.
            const isSame = names(preview) === (file && names(file));
            if (!isSame || draft === null) setDraft(draftOf(preview.columns, source));
            setFile(preview);
            setStep('columns');
          }}
        />
      ) : step === 'columns' ? (
        <ColumnsStep
          file={file}
          draft={draft}
          onChange={setDraft}
          onBack={() => setStep('address')}
          onNext={() => setStep('save')}
        />
      ) : (
        <SaveStep
          {...{ source, address, file, draft }}
          onChange={setDraft}
          onBack={() => setStep('columns')}
          onSaved={(id) => {
            onSaved(id);
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}

function names({ columns }: FilePreview): string {
  return JSON.stringify(columns.map(({ name }) => name));
}
