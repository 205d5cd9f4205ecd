import { useLingui } from '@lingui/react/macro';
import { IconFlask } from '@tabler/icons-react';
import styles from './sandbox-tag.module.css';

/**
 * Marks a conversation of the sandbox, whose messages are sent to no one.
 * @param written shows the label beside the icon, where it fits
 */
export function SandboxTag({ written = false }: { written?: boolean }) {
  const { t } = useLingui();
  return (
    <span className={styles.mark} {...(written ? {} : { 'data-tip': t`Sandbox` })}>
      <IconFlask size={14} stroke={2} aria-hidden="true" />
      <span className={written ? styles.word : 'visually-hidden'}>{t`Sandbox`}</span>
    </span>
  );
}
