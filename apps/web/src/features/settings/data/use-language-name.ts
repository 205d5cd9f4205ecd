import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';

/** The name of a language of ISO 639 in the reader's language. */
export function useLanguageName(): (code: string) => string {
  const { i18n } = useLingui();
  return useMemo(() => {
    const names = new Intl.DisplayNames(i18n.locale, { type: 'language', fallback: 'code' });
    return (code) => names.of(code) ?? code;
  }, [i18n.locale]);
}
