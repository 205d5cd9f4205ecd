import { useLingui } from '@lingui/react/macro';
import type { Message } from '@parley/contract/types';
import { useState } from 'react';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { Button } from '../../../ui/button.tsx';

const FixNumberDialog = lazyComponent(() => import('./fix-number-dialog.tsx').then((module) => module.FixNumberDialog));

export type FixNumberProps = {
  contactId: string;
  /** The number that WhatsApp couldn't deliver to, E.164 digits without plus; null where the member may not see it. */
  number: string | null;
  /** Why it is wrong. */
  reason: string;
  /** The message that is offered to be sent to the new number. */
  message?: Message;
};

/** Opens the number of a contact that WhatsApp can't deliver to; nothing for members who may not see numbers. */
export function FixNumber(props: FixNumberProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const { number } = props;
  if (number === null) return null;
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {t`Fix the number`}
      </Button>
      {open && <FixNumberDialog {...props} number={number} onClose={() => setOpen(false)} />}
    </>
  );
}
