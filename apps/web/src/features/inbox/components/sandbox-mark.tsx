import { useLingui } from '@lingui/react/macro';
import { IconFlask } from '@tabler/icons-react';
import styles from './sandbox-mark.module.css';

/**
 * Says that a conversation is played in the sandbox: nobody outside gets what is written there.
 * @param written the word stands beside the flask, where there is room for it
 */
export function SandboxMark({ written = false }: { written?: boolean }) {
  const { t } = useLingui();
  return (
    <span className={styles.mark} {...(written ? {} : { 'data-tip': t`Sandbox` })}>
      <IconFlask size={14} stroke={2} aria-hidden="true" />
      <span className={written ? styles.word : 'visually-hidden'}>{t`Sandbox`}</span>
    </span>
  );
}
