import { useLingui } from '@lingui/react/macro';
import type { Campaign } from '@parley/contract/types';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { TextField } from '../../../ui/field.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { useCampaignActions } from '../data/use-campaign-actions.ts';

/** Renames a broadcast. */
export function NameDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { t } = useLingui();
  const actions = useCampaignActions();
  const words = useServerErrorMessage();
  const formId = useId();
  const [name, setName] = useState(campaign.name);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    if (busy) return;
    if (name.trim() === '') return setProblem(t`A broadcast needs a name.`);
    setBusy(true);
    try {
      await actions.rename(campaign, name.trim());
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
