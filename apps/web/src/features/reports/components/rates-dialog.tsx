import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useRates } from '../data/rates-query.ts';
import { RatesForm } from './rates-form.tsx';

/** What WhatsApp charges for a message, entered by an Admin. */
export function RatesDialog({ today, onClose }: { today: string; onClose: () => void }) {
  const { t } = useLingui();
  const { data: list, isError, isFetching, error, refetch } = useRates();
  const ready = list !== undefined && !isFetching;
  const [busy, setBusy] = useState(false);
  const [changed, setChanged] = useState(false);
  const [asking, setAsking] = useState(false);
  const leave = () => (changed && !busy ? setAsking(true) : onClose());
  return (
    <Dialog
      title={t`Rates`}
      size="lg"
      lightDismiss={false}
      onClose={leave}
      footer={
        <>
          <Button onClick={leave}>{t`Cancel`}</Button>
          <Button type="submit" form="rates" variant="filled" disabled={!ready} busy={busy}>{t`Save`}</Button>
        </>
      }
    >
      {ready ? (
        <RatesForm list={list} today={today} onBusy={setBusy} onChanged={setChanged} onClose={onClose} />
      ) : isError ? (
        <ProblemState title={t`Couldn’t load the rates`} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton shape="text" label={t`Loading the rates`} count={4} />
      )}
      {asking && (
        <ConfirmDialog
          title={t`Leave without saving the rates?`}
          confirm={t`Leave`}
          keep={t`Stay`}
          onConfirm={onClose}
          onClose={() => setAsking(false)}
        >
          <p>{t`What you changed is lost.`}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  );
}
