import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { SandboxTag } from '../../../sandbox/public.ts';
import type { Sending } from '../../data/editor/use-sending.ts';
import styles from './editor.module.css';

/** The countdown before sending, with cancel. */
export function SendBar({ sending, ofSandbox }: { sending: Sending; ofSandbox: boolean }) {
  const { phase, cancel } = sending;
  if (phase.kind !== 'waiting') return null;
  return (
    <Waiting
      key={phase.endsAtMs}
      endsAtMs={phase.endsAtMs}
      recipients={phase.recipients}
      ofSandbox={ofSandbox}
      onCancel={cancel}
    />
  );
}

type Props = { endsAtMs: number; recipients: number; ofSandbox: boolean; onCancel: () => void };

function Waiting({ endsAtMs, recipients, ofSandbox, onCancel }: Props) {
  const { t } = useLingui();
  const [leftMs, setLeftMs] = useState(() => endsAtMs - Date.now());
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus();
    const timer = setInterval(() => setLeftMs(endsAtMs - Date.now()), 200);
    return () => clearInterval(timer);
  }, [endsAtMs]);
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  return (
    <div className={styles.sendBar}>
      <span aria-hidden="true">
        {t`Sending to ${plural(recipients, { one: '# recipient', other: '# recipients' })} in ${seconds} s`}
      </span>
      <span role="alert" className="visually-hidden">
        {t`Sending to ${plural(recipients, { one: '# recipient', other: '# recipients' })} in a few seconds. Cancel stops it.`}
      </span>
      {ofSandbox && <SandboxTag written />}
      <Button ref={button} onClick={onCancel}>{t`Cancel`}</Button>
    </div>
  );
}
