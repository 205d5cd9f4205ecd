import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { serverMessage } from '../../data/sandbox/server-message.ts';
import styles from './sandbox-controls.module.css';

const amounts = [10, 1_000, 50_000] as const;
const atOnce = 1_000;

export type SandboxContactsSectionProps = {
  /** The number of sandbox contacts. */
  contactCount: number;
  onCount: (count: number) => void;
};

/** Creates sandbox contacts by the thousand, in batches; clicking again continues where it stopped. */
export function SandboxContactsSection({ contactCount, onCount }: SandboxContactsSectionProps) {
  const { t, i18n } = useLingui();
  const [goal, setGoal] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);

  const make = async (wanted: number) => {
    setGoal(wanted);
    setFailure(null);
    const { signal } = leaving.current;
    try {
      for (let from = Math.min(contactCount, wanted); from < wanted && !signal.aborted; ) {
        const body = { from, count: Math.min(atOnce, wanted - from) };
        const answer = await api('POST /api/sandbox/people', { body }, { signal });
        from = answer.people;
        onCount(from);
      }
    } catch (error) {
      if (!signal.aborted) setFailure(serverMessage(error) ?? t`The server didn’t respond. Press again to continue.`);
    } finally {
      if (!signal.aborted) setGoal(null);
    }
  };
  const count = i18n.number(contactCount);
  const whole = i18n.number(goal ?? 0);
  return (
    <div className={styles.section}>
      <h2>{t`Simulated customers`}</h2>
      <p className={styles.quiet} role="status">
        {goal !== null
          ? t`${count} of ${whole} created`
          : contactCount === 0
            ? t`They are in the list “Sandbox contacts” of your contacts, and not in counts or exports.`
            : t`${count} in the list “Sandbox contacts”`}
      </p>
      <p className={styles.row}>
        {amounts.map((amount) => (
          <Button
            key={amount}
            size="sm"
            busy={goal === amount}
            blocked={contactCount >= amount || goal !== null}
            onClick={() => void make(amount)}
          >
            {i18n.number(amount)}
          </Button>
        ))}
      </p>
      {failure && (
        <p className={styles.bad} role="alert">
          {failure}
        </p>
      )}
    </div>
  );
}
