import { useLingui } from '@lingui/react/macro';
import type { AiRequest } from '@parley/contract/types';
import styles from './ai.module.css';

/** The exact text of a request, and where it goes. */
export function RequestView({ request, title }: { request: AiRequest; title?: string }) {
  const { t } = useLingui();
  const names = { system: t`Instructions`, user: t`Text` };
  return (
    <section className={styles.request} aria-label={title ?? t`What is sent`}>
      {title !== undefined && <h3>{title}</h3>}
      <p className={styles.quiet}>
        {t`To`} <code>{request.url}</code> · {t`Model`} <code>{request.model}</code>
      </p>
      {request.messages.map(({ role, content }) => (
        <div key={role} className={styles.group}>
          <p className={styles.name}>{names[role]}</p>
          <pre dir="auto">{content}</pre>
        </div>
      ))}
    </section>
  );
}
