import { useLingui } from '@lingui/react/macro';
import { changeFields } from '@parley/contract/flow-fields';
import { changeReferences } from '@parley/contract/flow-references';
import { cutName } from '@parley/contract/names';
import type { Flow } from '@parley/contract/types';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useRows } from '../../sync/public.ts';
import {
  type FileProblem,
  type FlowFile,
  type Missing,
  missingIn,
  mostNameLength,
  readFlowFile,
} from '../data/flow-file.ts';
import { useSentBroadcasts, useWebhooksCalled } from '../data/trigger-choices.ts';
import { useAccountNames } from '../data/use-account-names.ts';
import styles from './automations.module.css';

export type ImportDialogProps = {
  file: File;
  onImport: (name: string, flow: Flow) => void;
  onClose: () => void;
};

const mostParts = 10;

/** Says what is wrong with a file; what the account lacks of it is chosen before it becomes a draft. */
export function ImportDialog({ file, onImport, onClose }: ImportDialogProps) {
  const { t } = useLingui();
  const [read, setRead] = useState<FlowFile | FileProblem | null>(null);
  const [choices, setChoices] = useState<Record<string, string>>({});
  const sent = useSentBroadcasts().data;
  const called = useWebhooksCalled().data;
  const account = { ...useAccountNames(), broadcast: sent ?? [], webhook: called ?? [] };
  useEffect(() => {
    void file.text().then(readFlowFile).then(setRead);
  }, [file]);
  const [client] = useRows('clients');
  const fields = client?.custom_fields ?? [];
  const isFlow = read !== null && !('kind' in read);
  const name =
    (isFlow && read.name) || cutName(file.name.replace(/\.json$/i, ''), mostNameLength) || t`Imported automation`;
  const missing = isFlow ? missingIn(read, account, fields) : [];
  const choiceOf = ({ id, choice }: Missing) => choices[id] ?? choice;
  const make = () => {
    if (!isFlow) return;
    const chosen = new Map(missing.map((one) => [one.id, choiceOf(one)]));
    const choose = (id: string) => chosen.get(id) || id;
    onClose();
    onImport(
      name,
      changeFields(
        changeReferences(read.flow, ({ id }) => choose(id)),
        choose,
      ),
    );
  };
  const labels: Record<Missing['kind'], (name: string) => string> = {
    list: (name) => t`Contact list “${name}”`,
    label: (name) => t`Label “${name}”`,
    stage: (name) => t`Stage “${name}”`,
    channel: (name) => t`Channel “${name}”`,
    member: (name) => t`Team member “${name}”`,
    group: (name) => t`Group “${name}”`,
    template: (name) => t`Template “${name}”`,
    broadcast: (name) => t`Broadcast “${name}”`,
    webhook: (name) => t`Incoming webhook “${name}”`,
    field: (name) => t`Custom attribute “${name}”`,
  };
  const choicesOf = (kind: Missing['kind']) =>
    kind === 'field'
      ? fields.map((name) => ({ value: name, label: name }))
      : account[kind].map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Dialog
      title={t`Import an automation`}
      onClose={onClose}
      footer={
        isFlow ? (
          <>
            <Button onClick={onClose}>{t`Cancel`}</Button>
            <Button variant="filled" blocked={sent === undefined || called === undefined} onClick={make}>
              {t`Import as a draft`}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{t`Close`}</Button>
        )
      }
    >
      {read === null && <Skeleton shape="text" label={t`Reading`} count={3} />}
      {read !== null && 'kind' in read && <Problem of={read} name={file.name} />}
      {isFlow && (
        <div className={styles.mapping}>
          <p>
            {missing.length === 0
              ? t`“${name}” has everything it needs in this account.`
              : t`“${name}” names what this account doesn’t have. Choose what to use instead; what you leave empty has to be chosen before publishing.`}
          </p>
          {missing.map((one) => (
            <SelectField
              key={`${one.kind} ${one.id}`}
              label={labels[one.kind](one.name ?? t`without a name`)}
              clearable
              choices={choicesOf(one.kind)}
              value={choiceOf(one)}
              onChange={(id) => setChoices((was) => ({ ...was, [one.id]: id }))}
            />
          ))}
        </div>
      )}
    </Dialog>
  );
}

function Problem({ of, name }: { of: FileProblem; name: string }) {
  const { t } = useLingui();
  if (of.kind === 'json') return <p role="alert">{t`${name} isn’t valid JSON: ${of.words}`}</p>;
  if (of.kind === 'other') {
    return <p role="alert">{t`${name} isn’t an automation. Choose a file that “Export” of an automation made.`}</p>;
  }
  const rest = of.parts.length - mostParts;
  return (
    <div role="alert">
      <p>{t`${name} was changed, and these parts of it don’t fit. Correct them, or export it again:`}</p>
      <ul className={styles.wrongParts}>
        {of.parts.slice(0, mostParts).map(({ where, words }) => (
          <li key={`${where} ${words}`}>
            <code dir="ltr">{where}</code> {words}
          </li>
        ))}
      </ul>
      {rest > 0 && <p>{t`And ${rest} more.`}</p>}
    </div>
  );
}
