import { useLingui } from '@lingui/react/macro';
import { IconBan } from '@tabler/icons-react';
import { smallIcon } from '../../../ui/icon.ts';
import { BarredComposer, type BarredComposerProps } from './barred-composer.tsx';

/** Shown in place of the field while the customer is blocked; notes can still be written. */
export function BlockedComposer(props: Pick<BarredComposerProps, 'tabs' | 'draft'>) {
  const { t } = useLingui();
  return (
    <BarredComposer
      {...props}
      mark={
        <>
          <IconBan {...smallIcon} /> {t`Blocked`}
        </>
      }
      title={t`This customer is blocked.`}
      text={t`Unblock them to write to them. Notes for your team still work.`}
    />
  );
}
