import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import { serverAnswers } from '../platform/chunk-reload.ts';
import { ApiError, NetworkError } from '../platform/errors.ts';
import { Button } from './button.tsx';
import { CopyDetails, requestIdOf } from './copy-details.tsx';
import { EmptyState } from './empty-state.tsx';
import { genericMessage, unavailableMessage } from './error-messages.ts';
import styles from './problem-state.module.css';

export type ProblemStateProps = {
  /** The title of the problem: "The contacts could not be read". */
  title: string;
  error: unknown;
  onRetry?: () => void;
};

/** While the server is away it is asked this often, in milliseconds. */
const askAgainMs = 3_000;

/**
 * Shown in place of content that could not be loaded: why, what to do, and details for support. What the server was away
 * for loads again by itself.
 */
export function ProblemState({ title, error, onRetry }: ProblemStateProps) {
  const { t, i18n } = useLingui();
  const retry = onRetry && (
    <Button variant="filled" onClick={onRetry}>
      {t`Try again`}
    </Button>
  );
  const loadAgain = useEffectEvent(() => onRetry?.());
  useEffect(() => {
    if (!(error instanceof NetworkError)) return;
    const timer = setInterval(async () => {
      if (!(await serverAnswers())) return;
      clearInterval(timer);
      loadAgain();
    }, askAgainMs);
    return () => clearInterval(timer);
  }, [error]);
  if (error instanceof NetworkError) {
    return (
      <EmptyState drawing={<CutWire />} title={t`You are working offline`} actions={retry}>
        <p>{t`Not stored on this device. It loads when the server is back.`}</p>
      </EmptyState>
    );
  }
  const requestId = requestIdOf(error);
  return (
    <EmptyState drawing={<TornSheet />} title={title} actions={retry}>
      <p>{i18n._(error instanceof ApiError && error.reason !== null ? unavailableMessage : genericMessage)}</p>
      <p className={styles.details}>
        {requestId && (
          <span>
            {t`Request`} <code>{requestId}</code>
          </span>
        )}
        <CopyDetails error={error} className={styles.copy} />
      </p>
    </EmptyState>
  );
}

function CutWire() {
  return (
    <svg width="72" height="56" viewBox="0 0 72 56" fill="none" aria-hidden="true">
      <g stroke="var(--line-strong)" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round">
        <rect x="1" y="16" width="24" height="24" rx="5" />
        <rect x="47" y="16" width="24" height="24" rx="5" />
        <path d="M25 28h6M41 28h6" />
      </g>
      <path d="m33 23 6 10M39 23l-6 10" stroke="var(--accent-text)" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  );
}

function TornSheet() {
  return (
    <svg width="72" height="56" viewBox="0 0 72 56" fill="none" aria-hidden="true">
      <path
        d="M10 4h34v22l-6 5-6-6-6 7-6-6-5 5-5-4V4Z"
        stroke="var(--line-strong)"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <path
        d="m10 41 5 4 5-5 6 6 6-7 6 6 6-5v12H10V41Z"
        stroke="var(--line)"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <rect x="16" y="10" width="8" height="8" rx="1" fill="var(--accent-text)" />
      <path d="M29 12h10M29 16h7" stroke="var(--line)" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  );
}
