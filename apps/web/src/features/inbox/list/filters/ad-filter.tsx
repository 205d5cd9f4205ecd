import { useLingui } from '@lingui/react/macro';
import { QueryScope } from '../../../../platform/query.tsx';
import { chipClass } from '../../../../ui/chip.tsx';
import { useAds } from '../../../ads/public.ts';
import { ChoiceMenu } from '../../change/choice-menu.tsx';
import type { FilterPartProps } from './date-filter.tsx';

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
  const label = ad === 'any' ? t`From any ad` : (titles.find(({ value }) => value === ad)?.label ?? ad);
  return (
    <ChoiceMenu
      label={label === undefined ? t`Ad` : t`Ad: ${label}`}
      className={chipClass(ad === undefined ? 'plain' : 'on')}
      chosen={ad ?? ''}
      choices={[{ value: '', label: t`All conversations` }, { value: 'any', label: t`From any ad` }, ...titles]}
      onChoose={(value) => onChange(value === '' ? rest : { ...rest, ad: value })}
    >
      {ad === 'any' ? label : t`Ad`}
      {ad !== undefined && ad !== 'any' && (
        <>
          {' '}
          <bdi>
            <b>{label}</b>
          </bdi>
        </>
      )}
    </ChoiceMenu>
  );
}
