import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { toast } from '../../../ui/toast.ts';
import { useAccount, useRows } from '../../sync/public.ts';
import { changeThread } from '../data/change-thread.ts';
import styles from './contact-panel.module.css';
import { LabelChip } from './label-chip.tsx';
import { LabelMenu } from './label-menu.tsx';

/** The labels of a conversation among its facts, changed in place. */
export function LabelFact({ thread }: { thread: Thread }) {
  const { t } = useLingui();
  const account = useAccount();
  const labels = useRows('labels').filter(({ id }) => thread.label_ids?.includes(id));
  const change = (id: string, on: boolean) =>
    void changeThread(account, thread.id, on ? { add_label_ids: [id] } : { remove_label_ids: [id] }).catch(() =>
      toast({ message: t`Couldn't update this conversation. Try again.` }),
    );
  return (
    <>
      <dt>{t`Labels`}</dt>
      <dd className={styles.labels}>
        {labels.length === 0 && <span className={styles.none}>{t`No labels`}</span>}
        {labels.map((label) => (
          <LabelChip key={label.id} label={label} />
        ))}
        <span className={styles.edit}>
          <LabelMenu thread={thread} onLabel={change} />
        </span>
      </dd>
    </>
  );
}
