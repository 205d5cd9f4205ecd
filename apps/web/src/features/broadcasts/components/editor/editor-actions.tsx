import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { useBelow } from '../../../../ui/use-media.ts';
import { SandboxTag } from '../../../sandbox/public.ts';
import type { StepName } from '../../data/editor/steps.ts';
import type { Broadcast } from '../../data/editor/use-broadcast.ts';
import type { Sending } from '../../data/editor/use-sending.ts';
import styles from './editor.module.css';
import { SendTest } from './send-test.tsx';

type Props = { broadcast: Broadcast; sending: Sending; goTo: (step: StepName) => void };

/** Problems to fix, a test, and sending. */
export function EditorActions({ broadcast, sending, goTo }: Props) {
  const { t } = useLingui();
  const phone = useBelow('md');
  const { problems } = broadcast;
  const count = problems.length;
  // What nobody has begun with is not to be fixed yet.
  const isUntouched = count === 2 && problems.every(({ kind }) => kind === 'people' || kind === 'template');
  const first = isUntouched ? undefined : problems[0];
  return (
    <>
      {first !== undefined && (
        <button type="button" className={`${styles.link} ${styles.wide}`} onClick={() => goTo(first.step)}>
          {t`${plural(count, { one: '# thing to fix', other: '# things to fix' })}`}
        </button>
      )}
      <span className={styles.wide}>
        <SendTestButton broadcast={broadcast} />
      </span>
      {/* On a phone the title needs the room; the first step says it too. */}
      {broadcast.channel?.sandbox && !phone && <SandboxTag written />}
      <SendButton broadcast={broadcast} sending={sending} goTo={goTo} filled short={phone} />
    </>
  );
}

/** Opens the test dialog; hidden before a template is chosen. */
export function SendTestButton({ broadcast }: { broadcast: Broadcast }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const { template } = broadcast;
  if (template === undefined) return null;
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <IconSend {...smallIcon} />
        {t`Send test`}
      </Button>
      {open && <SendTest broadcast={broadcast} onClose={() => setOpen(false)} />}
    </>
  );
}

type SendButtonProps = Props & {
  filled?: boolean;
  /** The number of recipients is only part of the accessible name. */
  short?: boolean;
};

/** Sends, or opens the first problem. */
export function SendButton({ broadcast, sending, goTo, filled = false, short = false }: SendButtonProps) {
  const { t } = useLingui();
  const { problems, counting, state } = broadcast;
  const [first] = problems;
  // Each time has recipients of its own.
  const isRecurring = state.draft.schedule.repeat != null;
  const { isPlanned, isConfirmed, phase } = sending;
  const count = counting.check?.will_receive ?? 0;
  const isReady = first === undefined && count > 0;
  const recipients = plural(count, { one: '# recipient', other: '# recipients' });
  const words = isPlanned
    ? isReady && !isRecurring
      ? t`Schedule for ${recipients}`
      : t`Schedule`
    : isReady
      ? t`Send to ${recipients}`
      : t`Send`;
  return (
    <Button
      variant={filled ? 'filled' : 'outlined'}
      blocked={!isReady}
      busy={phase.kind === 'checking' || phase.kind === 'starting'}
      aria-label={short ? words : undefined}
      onClick={() => {
        if (isConfirmed) return sending.send();
        goTo('check');
        sending.askForNumber();
      }}
    >
      {short ? (isPlanned ? t`Schedule` : t`Send`) : words}
    </Button>
  );
}
