import { useLingui } from '@lingui/react/macro';
import type { Campaign } from '@parley/contract/types';
import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Dialog } from '../../ui/layer/dialog.tsx';
import { useServerWords } from '../../ui/request-words.ts';
import { useCampaignActs } from './use-campaign-acts.ts';

/** Gives a broadcast another name. */
export function NameDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { t } = useLingui();
  const acts = useCampaignActs();
  const words = useServerWords();
  const formId = useId();
  const [name, setName] = useState(campaign.name);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    if (busy) return;
    if (name.trim() === '') return setProblem(t`A broadcast needs a name.`);
    setBusy(true);
    try {
      await acts.rename(campaign, name.trim());
      onClose();
    } catch (error) {
      setBusy(false);
      setProblem(words(error));
    }
  };
  return (
    <Dialog
      title={t`Rename the broadcast`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} variant="filled" busy={busy}>{t`Save the name`}</Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          data-focus
          label={t`Name`}
          value={name}
          maxLength={200}
          error={problem}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
