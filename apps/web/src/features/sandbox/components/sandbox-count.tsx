import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconFlask } from '@tabler/icons-react';
import styles from './sandbox-count.module.css';

/** Shows beside a number of contacts or conversations how many sandbox ones are added. */
export function SandboxCount({ count }: { count: number | undefined }) {
  const { t, i18n } = useLingui();
  if (count === undefined) return null;
  const label = t`and ${plural(count, { one: '# sandbox contact', other: '# sandbox contacts' })}`;
  return (
    <span className={styles.share} data-tip={label}>
      <IconFlask size={12} stroke={2} aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
      <span aria-hidden="true">{i18n.number(count)}</span>
    </span>
  );
}

/** @returns text about contacts, with the number of sandbox contacts after it */
export function useWithSandbox(): (contactCount: string, ofSandbox: number | undefined) => string {
  const { t } = useLingui();
  return (contacts, ofSandbox) =>
    ofSandbox === undefined
      ? contacts
      : t`${contacts} and ${plural(ofSandbox, { one: '# sandbox contact', other: '# sandbox contacts' })}`;
}
