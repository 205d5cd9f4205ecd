import { type ReactNode, useContext } from 'react';
import { CardFilterContext, isCardShown } from '../data/card-filter.ts';
import type { WebhookHealth } from '../data/webhook-words.ts';
import { WebhookState } from './webhook-state.tsx';
import styles from './webhooks.module.css';

/** One integration: what it does, its state and its last day. The whole card opens it. */
export function IntegrationCard(props: {
  icon: ReactNode;
  title: string;
  about: string;
  /** Null: not connected. */
  health: WebhookHealth | null;
  /** Instead of the state, for what has none. */
  badge?: ReactNode;
  note?: ReactNode;
  isOpen?: boolean;
  /** Absent for what the operator of the server sets up. */
  action?: (title: string) => ReactNode;
}) {
  const { icon, title, about, health, badge, note, isOpen, action } = props;
  if (!isCardShown(useContext(CardFilterContext), { title, about, health })) return null;
  return (
    <li className={styles.card} data-open={isOpen || undefined}>
      <h3>
        {icon}
        {action?.(title) ?? title}
      </h3>
      <p>{about}</p>
      <p className={styles.state}>
        {badge ?? <WebhookState health={health} />}
        {note && <span>{note}</span>}
      </p>
    </li>
  );
}
