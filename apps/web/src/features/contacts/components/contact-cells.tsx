import { useLingui } from '@lingui/react/macro';
import type { Contact, ContactList } from '@parley/contract/types';
import { listText } from '../../../platform/formats.ts';
import { Badge } from '../../../ui/badge.tsx';
import { useDateLabels } from '../../../ui/use-date-labels.ts';
import { contactName } from '../data/contact-name.ts';
import { listLabel } from '../data/list-label.ts';
import { readableNumber } from '../data/readable-number.ts';
import styles from './contact-cells.module.css';
import { SandboxBadge } from './sandbox-badge.tsx';

export function NameCell({ contact }: { contact: Contact }) {
  const name = <bdi className={styles.name}>{contactName(contact)}</bdi>;
  if (contact.sandbox !== true) return name;
  return (
    <span className={styles.marked}>
      {name}
      <SandboxBadge />
    </span>
  );
}

/** The number in groups; only the visible digits where it is masked. */
export function PhoneCell({ contact }: { contact: Pick<Contact, 'phone_number' | 'phone_masked'> }) {
  const { t } = useLingui();
  const { phone_number: digits, phone_masked: masked } = contact;
  if (digits !== null) return <bdi className={styles.number}>{readableNumber(digits)}</bdi>;
  if (masked !== undefined) return <bdi className={styles.number}>{masked}</bdi>;
  return <span className={styles.quiet}>{t`No number shared`}</span>;
}

/** At most three names, truncated if needed, and the number of further lists, which never is. */
export function ListsCell({ ids, lists }: { ids: readonly string[]; lists: readonly ContactList[] }) {
  const { t } = useLingui();
  const { names, more } = listLabel(ids, lists);
  if (names.length === 0) return null;
  return (
    <span className={styles.lists} dir="auto">
      <span className={styles.cut}>{listText(names)}</span>
      {more > 0 && <span className={styles.more}>{t` + ${more} lists`}</span>}
    </span>
  );
}

export function OptInCell({ contact }: { contact: Contact }) {
  const { t } = useLingui();
  const words = useDateLabels();
  const { opted_in_at: optedIn, opted_out_at: optedOut, opt_in_source: source } = contact;
  if (optedOut !== null) return <Badge tone="bad">{t`Opted out`}</Badge>;
  if (optedIn === null) return <span className={styles.quiet}>{t`No`}</span>;
  return <span title={source ?? undefined}>{t`Yes, ${words.day(optedIn)}`}</span>;
}

export function TimeCell({ at }: { at: string | null }) {
  const words = useDateLabels();
  if (at === null) return <span className={styles.quiet}>–</span>;
  return (
    <time dateTime={at} title={words.exact(at)} className={styles.quiet}>
      {words.short(at)}
    </time>
  );
}
