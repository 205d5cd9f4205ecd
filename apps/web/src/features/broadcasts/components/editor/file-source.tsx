import { useLingui } from '@lingui/react/macro';
import { campaignFileLimits } from '@parley/contract/campaign-files';
import { useState } from 'react';
import { uuidv7 } from '../../../../platform/id.ts';
import { storeFile } from '../../../../platform/stored-files.ts';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { FileField } from '../../../../ui/fields/file-field.tsx';
import { beginCampaignFile } from '../../data/editor/campaign-files.ts';
import type { Broadcast } from '../../data/editor/use-broadcast.ts';
import { ChosenFile } from './chosen-file.tsx';
import { FieldGroup } from './field-group.tsx';

const kinds = '.csv,.tsv,.txt,.xlsx,.vcf';

type Props = { broadcast: Broadcast; mayUpload: boolean; onChange: (fileId: string | undefined) => void };

/** A file of recipients for this broadcast, whose columns can fill variables. */
export function FileSource({ broadcast, mayUpload, onChange }: Props) {
  const { t } = useLingui();
  const id = broadcast.state.draft.audience.file_id;
  if (id === undefined && !mayUpload) return null;
  return (
    <FieldGroup title={t`File for this broadcast`}>
      {id === undefined ? (
        <ChooseFile onChange={onChange} />
      ) : (
        <ChosenFile key={id} id={id} file={broadcast.file} mayUpload={mayUpload} onRemove={() => onChange(undefined)} />
      )}
    </FieldGroup>
  );
}

function ChooseFile({ onChange }: Pick<Props, 'onChange'>) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const [problem, setProblem] = useState<string | null>(null);
  const choose = async (file: File) => {
    const id = uuidv7();
    setProblem(null);
    try {
      await beginCampaignFile(id, file.name);
      await storeFile(id, { blob: file, name: file.name });
      onChange(id);
    } catch (error) {
      setProblem(words(error));
    }
  };
  return (
    <FileField
      label={t`File`}
      note={t`optional`}
      help={t`One column has the phone numbers; the others can fill the variables of the message. Recipients who are not contacts yet become contacts when their message is sent.`}
      error={problem}
      files={[]}
      accept={kinds}
      kinds={t`CSV, Excel (.xlsx) or vCard`}
      maxBytes={campaignFileLimits.bytes}
      onAdd={([file]) => file && void choose(file)}
      onRemove={() => undefined}
    />
  );
}
