import { useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { useLeaveQuestion } from '../../../ui/layer/leave-guard.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useRates } from '../data/rates-query.ts';
import { RatesForm } from './rates-form.tsx';

/** What WhatsApp charges for a message, entered by an Admin. */
export function RatesDialog({ today, onClose }: { today: string; onClose: () => void }) {
  const { t } = useLingui();
  const { data: list, isError, isFetching, error, refetch } = useRates();
  // Kept once it is there: the page behind may read the rates again while they are edited.
  const [edited, setEdited] = useState<typeof list>();
  if (edited === undefined && list !== undefined && !isFetching) setEdited(list);
  const formId = useId();
  const [busy, setBusy] = useState(false);
  const [changed, setChanged] = useState(false);
  const { leave, question } = useLeaveQuestion(t`Leave without saving the rates?`, () => changed && !busy, onClose);
  return (
    <Dialog
      title={t`Rates`}
      size="lg"
      lightDismiss={false}
      onClose={leave}
      footer={
        <>
          <Button onClick={leave}>{t`Cancel`}</Button>
          <Button
            type="submit"
            form={formId}
            variant="filled"
            disabled={edited === undefined}
            busy={busy}
          >{t`Save`}</Button>
        </>
      }
    >
      {edited !== undefined ? (
        <RatesForm id={formId} list={edited} today={today} onBusy={setBusy} onChanged={setChanged} onClose={onClose} />
      ) : isError ? (
        <ProblemState title={t`Couldn’t load the rates`} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton shape="text" label={t`Loading the rates`} count={4} />
      )}
      {question}
    </Dialog>
  );
}
