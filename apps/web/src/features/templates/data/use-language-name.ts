import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';

/** The name of a language WhatsApp's way (`pt_BR`) in the language of the app; the code where it has none. */
export function useLanguageName(): (code: string) => string {
  const { i18n } = useLingui();
  return useMemo(() => {
    const names = new Intl.DisplayNames(i18n.locale, { type: 'language' });
    return (code) => {
      try {
        return names.of(code.replace('_', '-')) ?? code;
      } catch {
        return code;
      }
    };
  }, [i18n.locale]);
}
