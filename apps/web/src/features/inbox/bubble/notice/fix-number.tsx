import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lazyComponent } from '../../../../platform/lazy-component.tsx';
import { Button } from '../../../../ui/button.tsx';
import type { FixNumberProps } from './fix-number-dialog.tsx';

const FixNumberDialog = lazyComponent(() => import('./fix-number-dialog.tsx').then((module) => module.FixNumberDialog));

/** Opens the number of a contact that WhatsApp can’t deliver to; nothing for members who may not see numbers. */
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
