import { type ReactNode, useEffect, useRef } from 'react';
import styles from './personal.module.css';

export type SectionProps = {
  /** The URL hash that links to the section. */
  id: string;
  title: string;
  lead?: ReactNode;
  children: ReactNode;
};

/** A section of a settings page: heading, lead, rows. */
export function Section({ id, title, lead, children }: SectionProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // The router scrolled before the section was rendered.
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
  /** The button at the end. */
  action?: ReactNode;
};

/** A name, its value, and a button at the end. */
export function Fact({ name, children, action }: FactProps) {
  return (
    <div className={styles.fact}>
      <span className={styles.name}>{name}</span>
      <span className={styles.value}>{children}</span>
      {action && <span className={styles.act}>{action}</span>}
    </div>
  );
}
