import type { ReactNode } from 'react';
import styles from './webhooks.module.css';

/** One integration: what it does, its state and its last day. The whole card opens it. */
export function IntegrationCard(props: {
  icon: ReactNode;
  title: string;
  about: string;
  state: ReactNode;
  note?: ReactNode;
  isOpen?: boolean;
  /** Absent for what the operator of the server sets up. */
  action?: (title: string) => ReactNode;
}) {
  const { icon, title, about, state, note, isOpen, action } = props;
  return (
    <li className={styles.card} data-open={isOpen || undefined}>
      <h3>
        {icon}
        {action?.(title) ?? title}
      </h3>
      <p>{about}</p>
      <p className={styles.state}>
        {state}
        {note && <span>{note}</span>}
      </p>
    </li>
  );
}
