import { useLingui } from '@lingui/react/macro';
import type { ComposedRow } from '@parley/contract/types';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { MomentField } from '../../../../ui/fields/moment-field.tsx';
import { FormError } from '../../../../ui/form.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { contactName } from '../../../contacts/public.ts';
import { useAccount, useAccountTimeZone } from '../../../sync/public.ts';
import { nextHour } from '../../data/next-hour.ts';
import { changeTime } from '../../data/scheduled-actions.ts';
import { invalidateHistory } from '../../data/use-history.ts';

/** Another time for a scheduled message. */
export function TimeDialog({ row, onClose }: { row: ComposedRow; onClose: () => void }) {
  const { t } = useLingui();
  const account = useAccount();
  const words = useServerErrorMessage();
  const zone = useAccountTimeZone();
  const [at, setAt] = useState(
    row.send_at === undefined || row.send_at === 'reply' ? nextHour(Date.now()) : row.send_at,
  );
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isPast = Date.parse(at) <= Date.now();
  const name = contactName(row.contact);
  const save = async () => {
    setBusy(true);
    try {
      await changeTime(account, row, at);
      onClose();
    } catch (error) {
      setProblem(words(error));
    }
    invalidateHistory();
    setBusy(false);
  };
  return (
    <Dialog
      title={t`When the message to ${name} is sent`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="filled" busy={busy} blocked={isPast} onClick={() => void save()}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <MomentField zone={zone} at={at} error={isPast ? t`This time has passed.` : null} onChange={setAt} />
      <FormError>{problem}</FormError>
    </Dialog>
  );
}
