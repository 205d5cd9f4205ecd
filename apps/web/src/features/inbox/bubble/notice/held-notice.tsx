import { useLingui } from '@lingui/react/macro';
import type { HoldReason } from '@parley/contract/hold-reasons';
import type { ReactNode } from 'react';
import { FixLink } from './fix-link.tsx';
import { NoticeLine } from './notice-line.tsx';
import { useHoldWords } from './use-hold-words.ts';

export type HeldNoticeProps = {
  reason: HoldReason | null;
  contact: string;
  again: ReactNode;
  template: ReactNode;
  discard: ReactNode;
};

/** Why a message is on hold, and what can be done. */
export function HeldNotice({ reason, contact, again, template, discard }: HeldNoticeProps) {
  const { t } = useLingui();
  const all = useHoldWords();
  const words = reason === null ? null : all[reason];
  const why = words?.why;
  return (
    <NoticeLine
      tone="quiet"
      action={
        <>
          {words?.place && <FixLink place={words.place} contact={contact} />}
          {words?.again !== false && again}
          {template}
          {discard}
        </>
      }
    >
      {why === undefined ? t`On hold` : t`On hold: ${why}`} {words?.next}
    </NoticeLine>
  );
}
