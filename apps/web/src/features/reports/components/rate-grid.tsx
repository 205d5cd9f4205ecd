import { useLingui } from '@lingui/react/macro';
import { rateCategories } from '@parley/contract/rates';
import { IconStairsDown, IconTrash } from '@tabler/icons-react';
import { inputClass } from '../../../ui/field.tsx';
import { icon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useMarketName } from '../data/market-name.ts';
import { useCategoryName } from '../data/rate-categories.ts';
import { type RateDay, type RateRow, withoutRow, withTier } from '../data/rate-days.ts';
import styles from './rates-dialog.module.css';

export type RateGridProps = {
  day: RateDay;
  /** By the place of a row, the categories whose price is none, and `above`. */
  wrong: ReadonlyMap<number, readonly string[]> | undefined;
  onChange: (rows: RateRow[]) => void;
};

/** The prices of a day: a row for each market, a column for each category. */
export function RateGrid({ day: { rows }, wrong, onChange }: RateGridProps) {
  const { t } = useLingui();
  const categoryName = useCategoryName();
  const marketName = useMarketName();
  // Tiers have no name of their own, and are not moved.
  const places = rows.map((row, at) => ({ ...row, at, id: `${row.market} ${at}` }));
  const put = (at: number, part: Partial<RateRow>) =>
    onChange(rows.map((row, place) => (place === at ? { ...row, ...part } : row)));
  return (
    <div className={styles.scroll}>
      <table className={styles.grid}>
        <thead>
          <tr>
            <th scope="col">{t`Market`}</th>
            {rateCategories.map((category) => (
              <th key={category} scope="col">
                {categoryName(category)}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {places.map(({ id, at, market, above, prices }) => {
            const name = marketName(market);
            const place = above === undefined ? name : t`${name} above ${above}`;
            return (
              <tr key={id}>
                <th scope="row">
                  {above === undefined ? (
                    place
                  ) : (
                    <label>
                      {t`above`}
                      <input
                        className={inputClass()}
                        aria-label={t`Messages of a month before this tier, ${name}`}
                        aria-invalid={wrong?.get(at)?.includes('above') || undefined}
                        inputMode="numeric"
                        maxLength={9}
                        value={above}
                        onChange={(event) => put(at, { above: event.target.value })}
                      />
                    </label>
                  )}
                </th>
                {rateCategories.map((category) => {
                  const ofCategory = categoryName(category);
                  return (
                    <td key={category}>
                      <input
                        className={inputClass()}
                        aria-label={t`${ofCategory}, ${place}`}
                        aria-invalid={wrong?.get(at)?.includes(category) || undefined}
                        inputMode="decimal"
                        maxLength={12}
                        value={prices[category] ?? ''}
                        onChange={(event) => put(at, { prices: { ...prices, [category]: event.target.value } })}
                      />
                    </td>
                  );
                })}
                <td>
                  {above === undefined && (
                    <IconButton
                      label={t`Add a volume tier for ${name}`}
                      onClick={() => onChange(withTier(rows, market))}
                    >
                      <IconStairsDown {...icon} />
                    </IconButton>
                  )}
                  <IconButton label={t`Remove ${place}`} onClick={() => onChange(withoutRow(rows, at))}>
                    <IconTrash {...icon} />
                  </IconButton>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
