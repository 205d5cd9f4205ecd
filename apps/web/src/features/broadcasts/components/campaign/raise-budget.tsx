import { useLingui } from '@lingui/react/macro';
import type { Campaign } from '@parley/contract/types';
import { useId, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { TextField } from '../../../../ui/field.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { useCampaignActions } from '../../data/use-campaign-actions.ts';

/** Resumes a broadcast whose own budget is used: with a higher one, or without any. */
export function RaiseBudget({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui();
  const actions = useCampaignActions();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>{t`Raise the budget`}</Button>
      <Button size="sm" onClick={() => void actions.resume(campaign)}>{t`Resume without a budget`}</Button>
      {open && <BudgetDialog campaign={campaign} onClose={() => setOpen(false)} />}
    </>
  );
}

function BudgetDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { t } = useLingui();
  const actions = useCampaignActions();
  const words = useServerErrorMessage();
  const formId = useId();
  const [typed, setTyped] = useState(String(campaign.schedule.budget ?? ''));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const resume = async () => {
    const budget = typed.trim().replace(',', '.');
    if (busy) return;
    if (!/^\d{1,9}(\.\d{1,2})?$/.test(budget) || Number(budget) === 0) {
      return setProblem(t`Enter an amount, such as 250 or 99.50.`);
    }
    setBusy(true);
    try {
      await actions.resumeWith(campaign, Number(budget));
      onClose();
    } catch (error) {
      setBusy(false);
      setProblem(words(error));
    }
  };
  return (
    <Dialog
      title={t`Raise the budget of this broadcast`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} variant="filled" busy={busy}>{t`Resume`}</Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void resume();
        }}
      >
        <TextField
          data-focus
          label={t`Budget of this broadcast`}
          help={t`For the whole broadcast, with what it has cost so far. It pauses again when this is used.`}
          inputMode="decimal"
          maxLength={12}
          value={typed}
          error={problem}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(null);
          }}
        />
      </form>
    </Dialog>
  );
}
