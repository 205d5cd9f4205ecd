import type { PhoneCall } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { contactName, readableNumber } from '../../contacts/public.ts';
import { useRow } from '../../sync/public.ts';
import styles from './call-layer.module.css';

export type CallNamesProps = { call: PhoneCall; words: string; linked?: boolean | undefined };

/** Who calls, with number and channel; leads to the conversation. */
export function CallNames({ call, words, linked = true }: CallNamesProps) {
  const channel = useRow('channels', call.channel_id)?.channel_label;
  const { contact } = call;
  const name = contactName(contact);
  const number = contact.phone_number === null ? (contact.phone_masked ?? '') : readableNumber(contact.phone_number);
  const about = [number === name ? '' : number, channel ?? ''].filter((part) => part !== '').join(' · ');
  return (
    <div className={styles.names}>
      <span className={styles.quiet}>{words}</span>
      {linked ? (
        <Link to="/inbox/$thread_id" params={{ thread_id: call.thread_id }} className={styles.name}>
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi className={styles.name}>{name}</bdi>
      )}
      {about !== '' && <bdi className={styles.quiet}>{about}</bdi>}
    </div>
  );
}
