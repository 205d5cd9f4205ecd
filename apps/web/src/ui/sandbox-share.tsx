import { useLingui } from '@lingui/react/macro';
import { IconFlask } from '@tabler/icons-react';
import styles from './sandbox-share.module.css';

/** Says beside a number of people or conversations how many of the sandbox come to it. */
export function SandboxShare({ count }: { count: number | undefined }) {
  const { t, i18n } = useLingui();
  if (count === undefined) return null;
  const number = i18n.number(count);
  return (
    <span className={styles.share} data-tip={t`and ${number} of the sandbox`}>
      <IconFlask size={12} stroke={2} aria-hidden="true" />
      <span className="visually-hidden">{t`and ${number} of the sandbox`}</span>
      <span aria-hidden="true">{number}</span>
    </span>
  );
}

/** @returns words about people, with those of the sandbox named after them */
export function useWithSandbox(): (people: string, ofSandbox: number | undefined) => string {
  const { t, i18n } = useLingui();
  return (people, ofSandbox) =>
    ofSandbox === undefined ? people : t`${people} and ${i18n.number(ofSandbox)} of the sandbox`;
}
