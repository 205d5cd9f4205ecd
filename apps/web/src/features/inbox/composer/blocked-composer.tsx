import { useLingui } from '@lingui/react/macro';
import { IconBan } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { smallIcon } from '../../../ui/icon.ts';
import styles from './composer.module.css';

export type BlockedComposerProps = {
  tabs: ReactNode;
  draft: string;
  /** What became of the group; absent: the customer is blocked. */
  group?: 'suspended' | 'deleted' | undefined;
};

/** Shown in place of the field where nothing can be sent; notes can still be written. */
export function BlockedComposer({ tabs, draft, group }: BlockedComposerProps) {
  const { t } = useLingui();
  const words = {
    blocked: [t`This customer is blocked.`, t`Unblock them to write to them. Notes for your team still work.`],
    deleted: [
      t`This group was deleted in WhatsApp.`,
      t`Nobody can write in it any more. Notes for your team still work.`,
    ],
    suspended: [
      t`WhatsApp suspended this group.`,
      t`Nobody can write in it until WhatsApp allows it again. Notes for your team still work.`,
    ],
  }[group ?? 'blocked'];
  return (
    <footer className={styles.composer}>
      <div className={styles.top}>
        {tabs}
        <span className={styles.window}>
          <IconBan {...smallIcon} /> {group === undefined ? t`Blocked` : t`Group closed`}
        </span>
      </div>
      <div className={styles.closed}>
        <strong>{words[0]}</strong>
        <p>{words[1]}</p>
        {draft.trim() !== '' && (
          <p className={styles.kept}>
            <span className={styles.draft}>{t`Draft:`}</span>
            <span dir="auto">{draft}</span>
          </p>
        )}
      </div>
    </footer>
  );
}
