import { useLingui } from '@lingui/react/macro';
import { ApiError } from '../../../platform/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { useErrorMessage } from '../../../ui/error-messages.ts';
import styles from './ai.module.css';

/** Why AI gave nothing, what to do, and the provider's own words. */
export function AiProblem({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useLingui();
  const words = useErrorMessage();
  const refused = error instanceof ApiError && error.status >= 403 && error.status < 500;
  return (
    <ProviderProblem
      problem={refused ? error.message : words(error)}
      detail={error instanceof ApiError && error.code === 'ai_failed' ? (error.data[0]?.msg ?? null) : null}
    >
      {onRetry && <Button size="sm" onClick={onRetry}>{t`Try again`}</Button>}
    </ProviderProblem>
  );
}

type Props = { problem: string; detail: string | null; children?: React.ReactNode };

export function ProviderProblem({ problem, detail, children }: Props) {
  const { t } = useLingui();
  return (
    <div role="alert" className={styles.problem}>
      <p>{problem}</p>
      {detail !== null && (
        <Disclosure title={t`Details`}>
          <code>{detail}</code>
        </Disclosure>
      )}
      {children && <span className={styles.buttons}>{children}</span>}
    </div>
  );
}
