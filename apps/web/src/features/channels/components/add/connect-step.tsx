import { useLingui } from '@lingui/react/macro';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { useBelow } from '../../../../ui/use-media.ts';
import type { ConnectStep } from '../../data/meta-pages.ts';
import styles from './add.module.css';
import { MetaGuide } from './meta-guide.tsx';

export type ConnectStepProps = {
  step: ConnectStep;
  number: number;
  title: string;
  done: boolean;
  isCurrent: boolean;
  appId: string;
  /** The step is worked on: a field in it has the focus. */
  onEnter: (step: ConnectStep) => void;
  children: ReactNode;
};

/** One step of connecting a number: its fields, and where Meta shows their values. */
export function ConnectStepPart(props: ConnectStepProps) {
  const { t } = useLingui();
  const { step, number, title, done, isCurrent, appId, onEnter, children } = props;
  const isStacked = useBelow('lg');
  return (
    <li
      className={styles.connectStep}
      aria-current={isCurrent && !isStacked ? 'step' : undefined}
      onFocus={() => onEnter(step)}
    >
      <h3>
        <span className={styles.mark} data-done={done || undefined}>
          {done ? <IconCheck size={13} stroke={2.5} aria-label={t`done`} /> : number}
        </span>
        {title}
      </h3>
      <div className={styles.connectFields}>
        {children}
        {isStacked ? (
          <Disclosure look="link" title={t`Where in Meta`}>
            <div className={styles.inlineGuide}>
              <MetaGuide step={step} appId={appId} heading={<b>{t`In your Meta app`}</b>} />
            </div>
          </Disclosure>
        ) : (
          !isCurrent && (
            <button type="button" className={styles.whereButton} onClick={() => onEnter(step)}>
              {t`Where in Meta`}
            </button>
          )
        )}
      </div>
    </li>
  );
}

/** Beside the steps, where there is room: where Meta shows what the current step needs. */
export function ConnectAside({ step, appId }: { step: ConnectStep; appId: string }) {
  const { t } = useLingui();
  const isStacked = useBelow('lg');
  if (isStacked) return null;
  return (
    <aside className={styles.aside} aria-label={t`Where in Meta`}>
      <MetaGuide step={step} appId={appId} heading={<h3>{t`In your Meta app`}</h3>} />
    </aside>
  );
}
