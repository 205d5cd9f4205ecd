import { useLingui } from '@lingui/react/macro';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './business.module.css';

/** A first call to copy, with this installation's address. */
export function ApiQuickStart() {
  const { t } = useLingui();
  const command = [`curl ${window.location.origin}/api/threads \\`, `  -H 'Authorization: Bearer wa_live_…'`].join(
    '\n',
  );
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(command);
      toast({ message: t`Copied` });
    } catch {
      // No clipboard without https, or not allowed by the person.
      toast({ message: t`The browser does not allow copying here. Select the text and copy it.` });
    }
  };
  return (
    <section className={styles.section} style={{ padding: 24, maxInlineSize: 680 }} aria-label={t`Quick start`}>
      <h2>{t`Quick start`}</h2>
      <p className={styles.quiet}>
        {t`Put your key in place of the dots. A key with the scope threads:read lists conversations:`}
      </p>
      <pre className={styles.code}>{command}</pre>
      <p className={styles.acts}>
        <Button size="sm" onClick={() => void copy()}>{t`Copy`}</Button>
        <a href="/api/openapi.json" target="_blank" rel="noreferrer">{t`All calls, as an OpenAPI document`}</a>
      </p>
      <p className={styles.quiet}>
        {t`Messages a key sends carry its id as their author: api: and the id of the key.`}
      </p>
    </section>
  );
}
