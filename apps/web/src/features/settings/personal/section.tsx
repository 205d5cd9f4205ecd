import { type ReactNode, useEffect, useRef } from 'react';
import styles from './personal.module.css';

export type SectionProps = {
  /** Its name in the address, by which other pages lead straight to it. */
  id: string;
  title: string;
  lead?: ReactNode;
  children: ReactNode;
};

/** A part of a settings page: heading, a line about it, rows. */
export function Section({ id, title, lead, children }: SectionProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // The router looked for it before it was read.
    if (window.location.hash === `#${id}`) section.current?.scrollIntoView();
  }, [id]);
  return (
    <section ref={section} id={id} className={styles.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </section>
  );
}

export type FactProps = {
  name: string;
  children: ReactNode;
  /** What can be done about it. */
  act?: ReactNode;
};

/** One thing and what it is, with its button at the end. */
export function Fact({ name, children, act }: FactProps) {
  return (
    <div className={styles.fact}>
      <span className={styles.name}>{name}</span>
      <span className={styles.value}>{children}</span>
      {act && <span className={styles.act}>{act}</span>}
    </div>
  );
}
