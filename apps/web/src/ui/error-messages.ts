import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { ApiError, NetworkError } from '../platform/errors.ts';

/** The specification's text for an unknown failure. */
export const genericMessage = msg`There was a problem processing your request. Please try again later.`;

/** What only the operator can end: a database that does not answer, a full disk. */
export const unavailableMessage = msg`The server can’t work right now: its database or disk doesn’t respond. It goes on by itself; try again in a moment.`;

/** The text about a failed call, for screens without a more specific one. */
export function useErrorMessage(): (error: unknown) => string {
  const { t, i18n } = useLingui();
  return (error) => {
    if (error instanceof NetworkError) {
      return t`Can’t reach the server. Check your connection and try again.`;
    }
    if (error instanceof ApiError && error.code === 'too_many_requests') {
      return t`Too many attempts. Wait ${waitText(error.retryAfterSeconds)} and try again.`;
    }
    if (error instanceof ApiError && error.reason !== null) return i18n._(unavailableMessage);
    if (error instanceof ApiError && error.code === 'requires-recent-login') return t`Confirm who you are to do this.`;
    return i18n._(genericMessage);
  };
}

/**
 * The text about a call that may be refused for a reason that users can fix: the server's first message, else the
 * text of any failed call.
 */
export function useServerErrorMessage(): (error: unknown) => string {
  const requestText = useErrorMessage();
  return (error) => {
    const ownWords = error instanceof ApiError && ['unreadable', 'requires-recent-login'].includes(error.code);
    const refused = error instanceof ApiError && error.status >= 403 && error.status < 429 && !ownWords;
    const words = refused ? (error.data[0]?.msg ?? error.message) : '';
    return words === '' ? requestText(error) : words;
  };
}

/** "30 seconds", "4 minutes"; one minute when the time is unknown. */
export function waitText(seconds: number | null): string {
  const wait = seconds ?? 60;
  const inMinutes = wait >= 90;
  const format = new Intl.NumberFormat(document.documentElement.lang, {
    style: 'unit',
    unit: inMinutes ? 'minute' : 'second',
    unitDisplay: 'long',
  });
  return format.format(inMinutes ? Math.ceil(wait / 60) : wait);
}
