import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';

/** The country code of numbers without a known country. */
export const unknownCountry = 'ZZ';

export function useCountryName(): (code: string) => string {
  const { t, i18n } = useLingui();
  return useMemo(() => {
    const names = new Intl.DisplayNames(i18n.locale, { type: 'region', fallback: 'code' });
    return (code) => (code === unknownCountry ? t`Unknown country` : (names.of(code) ?? code));
  }, [t, i18n.locale]);
}
