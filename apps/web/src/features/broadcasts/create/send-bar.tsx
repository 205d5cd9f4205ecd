import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import styles from './create.module.css';
import type { Sending } from './use-sending.ts';

/** The last moment to change one's mind. */
export function SendBar({ sending }: { sending: Sending }) {
  const { phase, cancel } = sending;
  if (phase.kind !== 'waiting') return null;
  return <Waiting key={phase.endsAtMs} endsAtMs={phase.endsAtMs} people={phase.people} onCancel={cancel} />;
}

type Props = { endsAtMs: number; people: number; onCancel: () => void };

function Waiting({ endsAtMs, people, onCancel }: Props) {
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
        {t`Sending to ${plural(people, { one: '# person', other: '# people' })} in ${seconds} s`}
      </span>
      <span role="alert" className="visually-hidden">
        {t`Sending to ${plural(people, { one: '# person', other: '# people' })} in a few seconds. Cancel stops it.`}
      </span>
      <Button ref={button} onClick={onCancel}>{t`Cancel`}</Button>
    </div>
  );
}
