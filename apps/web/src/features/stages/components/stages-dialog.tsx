import { useLingui } from '@lingui/react/macro';
import { mostStages } from '@parley/contract/stages';
import type { Stage } from '@parley/contract/types';
import { useState } from 'react';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { NewEntry } from '../../../ui/new-entry.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAccount } from '../../sync/public.ts';
import { useAddStage } from '../data/use-add-stage.ts';
import { useCurrency, useStages } from '../data/use-stages.ts';
import { StageRow } from './stage-row.tsx';
import styles from './stages.module.css';

/** The account's stages: add, rename, recolor, order, delete; and the currency of values. */
export function StagesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const account = useAccount();
  const stages = useStages();
  const addStage = useAddStage();
  const words = useServerErrorMessage();
  const [dragged, setDragged] = useState<Stage | null>(null);
  const order = async (stage: Stage, position: number) => {
    if (position < 0 || position >= stages.length || position === stage.position) return;
    try {
      await account.api('PUT /api/stages/{id}', { params: { id: stage.id }, body: { position } });
      account.store.putRows('stages', (await account.api('GET /api/stages', {})).data);
    } catch (error) {
      toast({ message: words(error) });
    }
  };
  return (
    <Dialog title={t`Stages`} size="lg" onClose={onClose}>
      <ul className={styles.rows}>
        {stages.map((stage) => (
          <li
            key={stage.id}
            onDragOver={(event) => dragged !== null && event.preventDefault()}
            onDrop={() => dragged !== null && void order(dragged, stage.position)}
          >
            <StageRow
              stage={stage}
              stages={stages}
              onDrag={setDragged}
              onOrder={(by) => void order(stage, stage.position + by)}
            />
          </li>
        ))}
        {stages.length < mostStages && (
          <li>
            <NewEntry label={t`New stage`} onAdd={(stage) => addStage({ ...stage, closes: false })} />
          </li>
        )}
      </ul>
      <div className={styles.currency}>
        <Currency />
      </div>
    </Dialog>
  );
}

function Currency() {
  const { t, i18n } = useLingui();
  const account = useAccount();
  const words = useServerErrorMessage();
  const currency = useCurrency();
  const [error, setError] = useState<string | null>(null);
  const names = new Intl.DisplayNames(i18n.locale, { type: 'currency' });
  const codes = [...new Set([...Intl.supportedValuesOf('currency'), currency])];
  const choose = async (value: string) => {
    if (value === '') return;
    try {
      account.store.putRows('clients', [await account.api('PUT /api/client', { body: { currency: value } })]);
      setError(null);
    } catch (failure) {
      setError(words(failure));
    }
  };
  return (
    <SelectField
      label={t`Currency of values`}
      choices={codes.map((code) => ({ value: code, label: `${code} – ${names.of(code) ?? code}` }))}
      value={currency}
      error={error}
      onChange={(value) => void choose(value)}
    />
  );
}
