import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useHashTarget } from '../../../../ui/use-hash-target.ts';
import styles from './business.module.css';

type BusinessSectionProps = {
  /** The URL hash that links to the section. */
  id: string;
  title: string;
  /** What it is for. */
  lead: ReactNode;
  onChange: () => void;
  children: ReactNode;
};

/** A business setting: what it is now, and the button that changes it. */
export function BusinessSection({ id, title, lead, onChange, children }: BusinessSectionProps) {
  const { t } = useLingui();
  const section = useHashTarget(id);
  return (
    <section ref={section} id={id} className={styles.section} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        <Button aria-label={t`Change: ${title}`} onClick={onChange}>{t`Change`}</Button>
      </div>
      <p className={styles.quiet}>{lead}</p>
      {children}
    </section>
  );
}
