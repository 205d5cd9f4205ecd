import { useLingui } from '@lingui/react/macro';
import { ApiError } from '../platform/errors.ts';
import { toast } from './toast.ts';

/** The call's id in the server's log, when the error came from a call. */
export function requestIdOf(error: unknown): string | null {
  return error instanceof ApiError ? error.requestId : null;
}

/** Copies time, URL, error and request id, for support. */
export function CopyDetails({
  error,
  requestId,
  className,
}: {
  error: unknown;
  requestId?: string | null;
  className?: string;
}) {
  const { t } = useLingui();
  const copy = async () => {
    const lines = [new Date().toISOString(), window.location.pathname, String(error), requestId ?? requestIdOf(error)];
    try {
      await navigator.clipboard.writeText(lines.filter(Boolean).join('\n'));
      toast({ message: t`Details copied` });
    } catch {
      // No clipboard without https, or no permission.
      toast({ message: t`The browser does not allow copying here.` });
    }
  };
  return (
    <button type="button" className={className} onClick={() => void copy()}>
      {t`Copy details`}
    </button>
  );
}
