import { useLingui } from '@lingui/react/macro';
import type { LabelColor, Stage } from '@parley/contract/types';
import { IconGripVertical, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ColorChoice } from '../../../ui/color-choice.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { inputClass } from '../../../ui/field.tsx';
import { icon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { useEnterOrLeave } from '../../../ui/use-enter-or-leave.ts';
import { useAccount } from '../../sync/public.ts';
import styles from './stages.module.css';

type StageRowProps = {
  stage: Stage;
  stages: readonly Stage[];
  onDrag: (stage: Stage | null) => void;
  onOrder: (by: -1 | 1) => void;
};

/** One stage, each part of it saved when it is changed. */
export function StageRow({ stage, stages, onDrag, onOrder }: StageRowProps) {
  const { t } = useLingui();
  const account = useAccount();
  const words = useServerErrorMessage();
  const [name, setName] = useState(stage.name);
  const [error, setError] = useState<string | null>(null);
  const [deleting, setDeleting] = useState(false);
  const change = async (body: { name?: string; color?: LabelColor; closes?: boolean }) => {
    try {
      account.store.putRows('stages', [await account.api('PUT /api/stages/{id}', { params: { id: stage.id }, body })]);
      setError(null);
    } catch (failure) {
      setError(words(failure));
    }
  };
  const leaving = useEnterOrLeave(() => {
    const wanted = name.trim();
    if (wanted !== '' && wanted !== stage.name) return void change({ name: wanted });
    setName(stage.name);
    setError(null);
  });
  const onGripKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    onOrder(event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <div className={styles.row}>
      <IconButton
        size="sm"
        label={t`Move ${stage.name} with the arrow keys`}
        className={styles.grip}
        draggable
        onDragStart={() => onDrag(stage)}
        onDragEnd={() => onDrag(null)}
        onKeyDown={onGripKey}
      >
        <IconGripVertical {...icon} />
      </IconButton>
      <input
        className={inputClass()}
        aria-label={t`Name of ${stage.name}`}
        value={name}
        maxLength={40}
        onChange={(event) => setName(event.target.value)}
        {...leaving}
      />
      <ColorChoice chosen={stage.color} onChoose={(color) => void change({ color })} />
      <Checkbox checked={stage.closes} onChange={(event) => void change({ closes: event.target.checked })}>
        {t`Marks as done`}
      </Checkbox>
      <IconButton label={t`Delete ${stage.name}`} size="sm" onClick={() => setDeleting(true)}>
        <IconTrash {...icon} />
      </IconButton>
      {error !== null && <p className={styles.error}>{error}</p>}
      {deleting && (
        <DeleteStage
          stage={stage}
          others={stages.filter(({ id }) => id !== stage.id)}
          onClose={() => setDeleting(false)}
        />
      )}
    </div>
  );
}

type DeleteStageProps = { stage: Stage; others: readonly Stage[]; onClose: () => void };

function DeleteStage({ stage, others, onClose }: DeleteStageProps) {
  const { t } = useLingui();
  const account = useAccount();
  const [to, setTo] = useState('none');
  return (
    <ConfirmDialog
      title={t`Delete the stage ${stage.name}?`}
      confirm={t`Delete stage`}
      keep={t`Keep stage`}
      onConfirm={async () => {
        const query = to === 'none' ? {} : { move_to: to };
        await account.api('DELETE /api/stages/{id}', { params: { id: stage.id }, query });
      }}
      onClose={onClose}
    >
      <p>{t`Its conversations are not deleted, and stay done or open as they are.`}</p>
      <SelectField
        label={t`Move its conversations to`}
        choices={[{ value: 'none', label: t`No stage` }, ...others.map(({ id, name }) => ({ value: id, label: name }))]}
        value={to}
        onChange={(value) => setTo(value || 'none')}
      />
    </ConfirmDialog>
  );
}
