import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { MarketGroup } from '@parley/contract/markets';
import { countryChoices } from '../../../platform/country-choices.ts';
import type { SelectChoice } from '../../../ui/select-field.tsx';

/** As WhatsApp's price list calls them. */
const groups = {
  'north-america': msg`North America`,
  'rest-of-africa': msg`Rest of Africa`,
  'rest-of-asia-pacific': msg`Rest of Asia Pacific`,
  'rest-of-central-and-eastern-europe': msg`Rest of Central and Eastern Europe`,
  'rest-of-latin-america': msg`Rest of Latin America`,
  'rest-of-middle-east': msg`Rest of Middle East`,
  'rest-of-western-europe': msg`Rest of Western Europe`,
} satisfies Record<MarketGroup, unknown>;

export function useMarketName(): (market: string) => string {
  const { t, i18n } = useLingui();
  const countries = new Intl.DisplayNames(i18n.locale, { type: 'region', fallback: 'code' });
  return (market) => {
    if (market === '') return t`All others`;
    if (Object.hasOwn(groups, market)) return i18n._(groups[market as MarketGroup]);
    return countries.of(market) ?? market;
  };
}

/** All markets that are not in a list yet: all others, groups, countries. */
export function useMarketChoices(taken: readonly string[]): SelectChoice[] {
  const { i18n } = useLingui();
  const name = useMarketName();
  const all = [
    ...['', ...Object.keys(groups)].map((value) => ({ value, label: name(value) })),
    ...countryChoices(i18n.locale),
  ];
  return all.filter(({ value }) => !taken.includes(value)).map((choice) => ({ ...choice, value: `+${choice.value}` }));
}
