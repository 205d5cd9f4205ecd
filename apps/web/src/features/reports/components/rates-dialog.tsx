import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
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
  return (
    <Dialog
      title={t`Rates`}
      size="lg"
      lightDismiss={false}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form="rates" variant="filled" disabled={!ready} busy={busy}>{t`Save`}</Button>
        </>
      }
    >
      {ready ? (
        <RatesForm list={list} today={today} onBusy={setBusy} onClose={onClose} />
      ) : isError ? (
        <ProblemState title={t`Couldn't load the rates`} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton shape="text" label={t`Loading the rates`} count={4} />
      )}
    </Dialog>
  );
}
