import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { toast } from '../../../../ui/toast.ts';
import { useAddStage } from '../../../stages/public.ts';
import { useAccess } from '../../../sync/public.ts';
import styles from './board.module.css';

/** A board without stages: the usual ones in one click, or own ones. */
export function NoStages({ onManage }: { onManage: () => void }) {
  const { t } = useLingui();
  const { role } = useAccess();
  const add = useAddStage();
  const words = useServerErrorMessage();
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      await add({ name: t`New`, color: 'blue', closes: false });
      await add({ name: t`Talking`, color: 'violet', closes: false });
      await add({ name: t`Offer sent`, color: 'amber', closes: false });
      await add({ name: t`Won`, color: 'green', closes: true });
      await add({ name: t`Lost`, color: 'red', closes: true });
    } catch (error) {
      toast({ message: words(error) });
      setBusy(false);
    }
  };
  if (role === 'User') {
    return (
      <div className={styles.start}>
        <EmptyState
          title={t`No stages yet`}
        >{t`Ask an Admin to add the stages your conversations go through.`}</EmptyState>
      </div>
    );
  }
  return (
    <div className={styles.start}>
      <EmptyState
        title={t`See where each conversation stands`}
        actions={
          <>
            <Button variant="filled" busy={busy} onClick={() => void start()}>{t`Start with 5 stages`}</Button>
            <Button onClick={onManage}>{t`Add your own`}</Button>
          </>
        }
      >
        {t`Stages are the columns of your board. Start with New, Talking, Offer sent, Won and Lost, and change them at any time.`}
      </EmptyState>
    </div>
  );
}
