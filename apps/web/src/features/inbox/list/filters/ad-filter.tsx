import { useLingui } from '@lingui/react/macro';
import { QueryScope } from '../../../../platform/query.tsx';
import { useAds } from '../../../ads/public.ts';
import type { FilterPartProps } from './date-filter.tsx';
import { FilterChoice } from './filter-choice.tsx';

/** The ad or post that the customer came from, as a chip; nothing in accounts without any. */
export function AdFilter(props: FilterPartProps) {
  return (
    <QueryScope>
      <AdChip {...props} />
    </QueryScope>
  );
}

function AdChip({ filter, onChange }: FilterPartProps) {
  const { t } = useLingui();
  const ads = useAds();
  const { ad, ...rest } = filter;
  if (ads.length === 0 && ad === undefined) return null;
  const titles = ads.map(({ id, title }) => ({ value: id, label: title || id }));
  // One that no conversation has any more.
  const gone =
    ad === undefined || ad === 'any' || titles.some(({ value }) => value === ad) ? [] : [{ value: ad, label: ad }];
  return (
    <FilterChoice
      name={t`Ad`}
      chosen={ad}
      choices={[{ value: 'any', label: t`From any ad` }, ...titles, ...gone]}
      anything={t`All conversations`}
      onChoose={(value) => onChange(value === undefined ? rest : { ...rest, ad: value })}
    />
  );
}
