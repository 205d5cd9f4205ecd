import { useLingui } from '@lingui/react/macro';
import { IconFlask } from '@tabler/icons-react';
import styles from './sandbox-count.module.css';

/** Shows beside a number of contacts or conversations how many sandbox ones are added. */
export function SandboxCount({ count }: { count: number | undefined }) {
  const { t, i18n } = useLingui();
  if (count === undefined) return null;
  const number = i18n.number(count);
  return (
    <span className={styles.share} data-tip={t`and ${number} sandbox contacts`}>
      <IconFlask size={12} stroke={2} aria-hidden="true" />
      <span className="visually-hidden">{t`and ${number} sandbox contacts`}</span>
      <span aria-hidden="true">{number}</span>
    </span>
  );
}

/** @returns text about contacts, with the number of sandbox contacts after it */
export function useWithSandbox(): (contactCount: string, ofSandbox: number | undefined) => string {
  const { t, i18n } = useLingui();
  return (contacts, ofSandbox) =>
    ofSandbox === undefined ? contacts : t`${contacts} and ${i18n.number(ofSandbox)} sandbox contacts`;
}
