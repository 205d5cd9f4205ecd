import { useLingui } from '@lingui/react/macro';
import { IconUser } from '@tabler/icons-react';
import { Button } from '../../../ui/button.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { BarredComposer, type BarredComposerProps } from './barred-composer.tsx';

export type TakenComposerProps = Pick<BarredComposerProps, 'tabs' | 'draft' | 'title'> & {
  onTakeOver: () => void;
};

/** Shown in place of the field where only the assigned member can reply; notes can still be written. */
export function TakenComposer({ onTakeOver, ...props }: TakenComposerProps) {
  const { t } = useLingui();
  return (
    <BarredComposer
      {...props}
      mark={
        <>
          <IconUser {...smallIcon} /> {t`Assigned`}
        </>
      }
      text={t`Only the assigned member can reply. Notes for your team still work.`}
      action={
        <Button size="sm" onClick={onTakeOver} data-tip={t`Take over  I`} aria-keyshortcuts="I">
          {t`Take over`}
        </Button>
      }
    />
  );
}
