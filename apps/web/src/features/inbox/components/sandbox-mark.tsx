import { useLingui } from '@lingui/react/macro';
import { IconFlask } from '@tabler/icons-react';
import styles from './sandbox-mark.module.css';

/** Says that a conversation is played in the sandbox: nobody outside gets what is written there. */
export function SandboxMark() {
  const { t } = useLingui();
  return (
    <span className={styles.mark} data-tip={t`Sandbox`}>
      <IconFlask size={14} stroke={2} aria-hidden="true" />
      <span className="visually-hidden">{t`Sandbox`}</span>
    </span>
  );
}
