import { useLingui } from '@lingui/react/macro';
import { isSnoozed } from '@parley/contract/threads';
import type { Thread } from '@parley/contract/types';
import { IconAlarmSnooze } from '@tabler/icons-react';
import { type RefObject, Suspense, useState } from 'react';
import { lazyComponent } from '../../../../platform/lazy-component.tsx';
import { icon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Menu } from '../../../../ui/layer/menu.tsx';
import { useTimeLabels } from '../../../../ui/use-time-labels.ts';
import { useSnoozeChoices } from '../../composer/use-snooze-choices.ts';

export type SnoozeMenuProps = {
  thread: Thread;
  nowMs: number;
  onSnooze: (until: Thread['snoozed_until']) => void;
  /** For who opens it by a key. */
  button: RefObject<HTMLButtonElement | null>;
  /** What it opens beside, where the button is not shown. */
  beside?: RefObject<HTMLElement | null> | undefined;
};

const SnoozeDialog = lazyComponent(() => import('./snooze-dialog.tsx').then((module) => module.SnoozeDialog));

/** Hides the conversation until a time, or until the customer replies. */
export function SnoozeMenu({ thread, nowMs, onSnooze, button, beside }: SnoozeMenuProps) {
  const { t } = useLingui();
  const words = useTimeLabels();
  const [choosing, setChoosing] = useState(false);
  const snoozed = isSnoozed(thread, nowMs);
  const times = useSnoozeChoices(nowMs);
  const { snoozed_until: until } = thread;
  const label = !snoozed
    ? t`Snooze`
    : until === 'reply' || until === null
      ? t`Snoozed until they reply`
      : t`Snoozed until ${words.until(until, nowMs)}`;
  return (
    <>
      <Menu
        label={label}
        beside={beside}
        groups={[
          snoozed ? [{ id: 'end', label: t`End snooze`, run: () => onSnooze(null) }] : [],
          times.map(({ until: id, ...time }) => ({ id, ...time, run: () => onSnooze(id) })),
          [
            { id: 'reply', label: t`Until they reply`, run: () => onSnooze('reply') },
            { id: 'other', label: t`Choose a time…`, run: () => setChoosing(true) },
          ],
        ]}
        button={(props) => (
          <IconButton
            {...props}
            ref={(element) => {
              button.current = element;
              props.ref(element);
            }}
            label={label}
            command="inbox.snooze"
            aria-pressed={snoozed}
          >
            <IconAlarmSnooze {...icon} />
          </IconButton>
        )}
      />
      <Suspense>
        {choosing && <SnoozeDialog nowMs={nowMs} onSnooze={onSnooze} onClose={() => setChoosing(false)} />}
      </Suspense>
    </>
  );
}
