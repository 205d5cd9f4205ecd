import { useLingui } from '@lingui/react/macro';
import { IconBan } from '@tabler/icons-react';
import { smallIcon } from '../../../ui/icon.ts';
import { BarredComposer, type BarredComposerProps } from './barred-composer.tsx';

export type BlockedComposerProps = Pick<BarredComposerProps, 'tabs' | 'draft'> & {
  /** What became of the group; absent: the customer is blocked. */
  group?: 'suspended' | 'deleted' | undefined;
};

/** Shown in place of the field where nothing can be sent; notes can still be written. */
export function BlockedComposer({ group, ...props }: BlockedComposerProps) {
  const { t } = useLingui();
  const [title, text] = {
    blocked: [t`This customer is blocked.`, t`Unblock them to write to them. Notes for your team still work.`] as const,
    deleted: [
      t`This group was deleted in WhatsApp.`,
      t`Nobody can write in it any more. Notes for your team still work.`,
    ] as const,
    suspended: [
      t`WhatsApp suspended this group.`,
      t`Nobody can write in it until WhatsApp allows it again. Notes for your team still work.`,
    ] as const,
  }[group ?? 'blocked'];
  return (
    <BarredComposer
      {...props}
      mark={
        <>
          <IconBan {...smallIcon} /> {group === undefined ? t`Blocked` : t`Group closed`}
        </>
      }
      title={title}
      text={text}
    />
  );
}
