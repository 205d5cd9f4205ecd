import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import styles from './create.module.css';
import { SendTest } from './send-test.tsx';
import type { StepName } from './steps.ts';
import type { Broadcast } from './use-broadcast.ts';
import type { Sending } from './use-sending.ts';

type Props = { broadcast: Broadcast; sending: Sending; goTo: (step: StepName) => void };

/** What is to be mended, a test, and sending. */
export function BarActs({ broadcast, sending, goTo }: Props) {
  const { t } = useLingui();
  const { troubles } = broadcast;
  const count = troubles.length;
  const [first] = troubles;
  return (
    <>
      {first !== undefined && (
        <button
          type="button"
          className={`${styles.link} ${styles.bad} ${styles.wide}`}
          onClick={() => goTo(first.step)}
        >
          {t`${plural(count, { one: '# thing to fix', other: '# things to fix' })}`}
        </button>
      )}
      <span className={styles.wide}>
        <SendTestButton broadcast={broadcast} />
      </span>
      <SendButton broadcast={broadcast} sending={sending} goTo={goTo} filled />
    </>
  );
}

/** Opens what sends the template to phones that are there for it; nothing before one is chosen. */
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
      {open && <SendTest broadcast={broadcast} template={template} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Sends, or goes to what stands in the way. */
export function SendButton({ broadcast, sending, goTo, filled = false }: Props & { filled?: boolean }) {
  const { t } = useLingui();
  const { troubles, counting } = broadcast;
  const [first] = troubles;
  const { isPlanned, isConfirmed, phase } = sending;
  const count = counting.check?.will_receive ?? 0;
  const isReady = first === undefined && count > 0;
  const people = plural(count, { one: '# person', other: '# people' });
  const words = isPlanned
    ? isReady
      ? t`Schedule for ${people}`
      : t`Schedule`
    : isReady
      ? t`Send to ${people}`
      : t`Send`;
  return (
    <Button
      variant={filled ? 'filled' : 'outlined'}
      blocked={!isReady}
      busy={phase.kind === 'checking' || phase.kind === 'starting'}
      onClick={() => {
        if (isConfirmed) return sending.send();
        goTo('check');
        sending.askForNumber();
      }}
    >
      {words}
    </Button>
  );
}
