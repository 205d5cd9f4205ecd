import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { IconPencil } from '@tabler/icons-react';
import { smallIcon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useRows } from '../../sync/public.ts';
import { useChangeThread } from '../change/use-change-thread.ts';
import { LabelChip } from '../labels/label-chip.tsx';
import { LabelMenu, whichHave } from '../labels/label-menu.tsx';
import styles from './contact-panel.module.css';

/** The labels of a conversation among its facts, changed in place. */
export function LabelFact({ thread }: { thread: Thread }) {
  const { t } = useLingui();
  const change = useChangeThread();
  const labels = useRows('labels').filter(({ id }) => thread.label_ids?.includes(id));
  return (
    <>
      <dt>{t`Labels`}</dt>
      <dd className={styles.labels}>
        {labels.length === 0 && <span className={styles.none}>{t`No labels`}</span>}
        {labels.map((label) => (
          <LabelChip key={label.id} label={label} />
        ))}
        <span className={styles.edit}>
          <LabelMenu
            align="end"
            has={(id) => whichHave([thread], id)}
            onLabel={(id, on) => change(thread, on ? { add_label_ids: [id] } : { remove_label_ids: [id] })}
            button={(button) => (
              <IconButton {...button} size="sm" label={t`Edit labels`}>
                <IconPencil {...smallIcon} />
              </IconButton>
            )}
          />
        </span>
      </dd>
    </>
  );
}
