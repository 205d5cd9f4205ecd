import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ComposedRow } from '@parley/contract/types';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { FormError } from '../../../../ui/form.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { toast } from '../../../../ui/toast.ts';
import { retryMessage } from '../../../inbox/public.ts';
import { useAccount } from '../../../sync/public.ts';
import { groupFailuresByReason } from '../../data/failure-groups.ts';
import { invalidateHistory } from '../../data/use-history.ts';
import styles from './history.module.css';

/** Retries failed messages, for the chosen reasons. */
export function RetryDialog({ rows, onClose }: { rows: readonly ComposedRow[]; onClose: (done: boolean) => void }) {
  const { t } = useLingui();
  const account = useAccount();
  const words = useServerErrorMessage();
  const groups = groupFailuresByReason(rows);
  const [left, setLeft] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const chosen = groups.filter(({ reason }) => !left.includes(reason)).flatMap((group) => group.rows);
  const count = chosen.length;
  const run = async () => {
    setBusy(true);
    setProblem(null);
    let sent = 0;
    let last: unknown = null;
    // One after another: each is a separate call, and failures stay visible.
    for (const { id } of chosen) {
      await retryMessage(account, id).then(
        () => {
          sent += 1;
        },
        (error: unknown) => {
          last = error;
        },
      );
    }
    invalidateHistory();
    setBusy(false);
    if (sent < count) return setProblem(`${t`Resending ${sent} of ${count} messages.`} ${words(last)}`);
    toast({ message: t`${plural(sent, { one: 'Resending # message', other: 'Resending # messages' })}` });
    onClose(true);
  };
  return (
    <Dialog
      title={t`Resend failed messages`}
      onClose={() => onClose(false)}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{t`Cancel`}</Button>
          <Button variant="filled" busy={busy} blocked={count === 0} onClick={() => void run()}>
            {t`${plural(count, { one: 'Send # message', other: 'Send # messages' })}`}
          </Button>
        </>
      }
    >
      <div className={styles.reasons}>
        {groups.length === 0 && <p>{t`No failed messages.`}</p>}
        {groups.map(({ reason, rows: some }) => (
          <Checkbox
            key={reason}
            checked={!left.includes(reason)}
            onChange={(event) =>
              setLeft(event.target.checked ? left.filter((one) => one !== reason) : [...left, reason])
            }
          >
            {reason === '' ? t`Unknown if it was sent` : reason} ({some.length})
          </Checkbox>
        ))}
        <FormError>{problem}</FormError>
      </div>
    </Dialog>
  );
}
