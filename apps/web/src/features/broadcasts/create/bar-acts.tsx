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
  const [testing, setTesting] = useState(false);
  const { troubles, template } = broadcast;
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
      {template !== undefined && (
        <span className={styles.wide}>
          <Button aria-haspopup="dialog" onClick={() => setTesting(true)}>
            <IconSend {...smallIcon} />
            {t`Send test`}
          </Button>
        </span>
      )}
      <SendButton broadcast={broadcast} sending={sending} goTo={goTo} filled />
      {testing && template !== undefined && (
        <SendTest broadcast={broadcast} template={template} onClose={() => setTesting(false)} />
      )}
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
