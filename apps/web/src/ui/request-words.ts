import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { ApiError, NetworkError } from '../platform/errors.ts';

/** The specification's words for a failure nobody knows better about. */
export const genericMessage = msg`There was a problem processing your request. Please try again later.`;

/** What to say about a call that failed, when the screen has nothing more exact to say. */
export function useRequestWords(): (error: unknown) => string {
  const { t, i18n } = useLingui();
  return (error) => {
    if (error instanceof NetworkError) {
      return t`The server cannot be reached. Check your connection and try again; what you typed stays here.`;
    }
    if (error instanceof ApiError && error.code === 'too_many_requests') {
      return t`Too many tries. Wait ${waitWords(error.retryAfterSeconds)} and try again.`;
    }
    return i18n._(genericMessage);
  };
}

/**
 * What to say about a call that may be refused for a reason people can do something about: the server's first words for
 * it, else what is said of any failed call.
 */
export function useServerWords(): (error: unknown) => string {
  const requestWords = useRequestWords();
  return (error) => {
    const refused =
      error instanceof ApiError && error.status >= 403 && error.status < 429 && error.code !== 'unreadable';
    const words = refused ? (error.data[0]?.msg ?? error.message) : '';
    return words === '' ? requestWords(error) : words;
  };
}

/** "30 seconds", "4 minutes"; a minute when nobody said how long. */
export function waitWords(seconds: number | null): string {
  const wait = seconds ?? 60;
  const inMinutes = wait >= 90;
  const format = new Intl.NumberFormat(document.documentElement.lang, {
    style: 'unit',
    unit: inMinutes ? 'minute' : 'second',
    unitDisplay: 'long',
  });
  return format.format(inMinutes ? Math.ceil(wait / 60) : wait);
}
