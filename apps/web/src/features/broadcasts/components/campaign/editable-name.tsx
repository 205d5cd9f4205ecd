import { useLingui } from '@lingui/react/macro';
import type { Campaign } from '@parley/contract/types';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { inputClass } from '../../../../ui/field.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { useEnterOrLeave } from '../../../../ui/use-enter-or-leave.ts';
import { useCampaignActions } from '../../data/use-campaign-actions.ts';
import styles from './campaign.module.css';

/** The name of a broadcast, edited in place: Enter saves, Escape cancels. */
export function EditableName({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui();
  const actions = useCampaignActions();
  const [typed, setTyped] = useState<string | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const isOpen = typed !== null;
  useEffect(() => {
    if (isOpen) field.current?.select();
  }, [isOpen]);
  const close = (back: boolean) => {
    setTyped(null);
    if (back) requestAnimationFrame(() => opener.current?.focus());
  };
  const save = async (back: boolean) => {
    const name = (typed ?? '').trim();
    if (name === '' || name === campaign.name) return close(back);
    try {
      await actions.rename(campaign, name);
      close(back);
    } catch (error) {
      // The typed text stays in the field.
      actions.failed(error);
    }
  };
  const leaving = useEnterOrLeave((by) => void save(by === 'enter'));
  if (typed === null) {
    return (
      <span className={styles.name}>
        <bdi className={styles.nameText}>{campaign.name}</bdi>
        <IconButton ref={opener} size="sm" label={t`Rename`} onClick={() => setTyped(campaign.name)}>
          <IconPencil {...smallIcon} />
        </IconButton>
      </span>
    );
  }
  return (
    <input
      ref={field}
      type="text"
      className={`${inputClass()} ${styles.nameField}`}
      aria-label={t`Name`}
      value={typed}
      maxLength={200}
      onChange={(event) => setTyped(event.target.value)}
      {...leaving}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close(true);
        leaving.onKeyDown(event);
      }}
    />
  );
}
