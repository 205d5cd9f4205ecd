import { useLingui } from '@lingui/react/macro';
import { rateCategories } from '@parley/contract/rates';
import { IconTrash } from '@tabler/icons-react';
import { inputClass } from '../../../ui/field.tsx';
import { icon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useMarketName } from '../data/market-name.ts';
import { useCategoryName } from '../data/rate-categories.ts';
import type { RateDay, RateRow } from '../data/rate-days.ts';
import styles from './rates-dialog.module.css';

export type RateGridProps = {
  day: RateDay;
  /** By market, the categories whose price is none. */
  wrong: ReadonlyMap<string, readonly string[]> | undefined;
  onChange: (rows: RateRow[]) => void;
};

/** The prices of a day: a row for each market, a column for each category. */
export function RateGrid({ day: { rows }, wrong, onChange }: RateGridProps) {
  const { t } = useLingui();
  const categoryName = useCategoryName();
  const marketName = useMarketName();
  const put = (market: string, category: string, price: string) =>
    onChange(
      rows.map((row) => (row.market === market ? { market, prices: { ...row.prices, [category]: price } } : row)),
    );
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
          {rows.map(({ market, prices }) => {
            const place = marketName(market);
            return (
              <tr key={market}>
                <th scope="row">{place}</th>
                {rateCategories.map((category) => {
                  const name = categoryName(category);
                  return (
                    <td key={category}>
                      <input
                        className={inputClass()}
                        aria-label={t`${name}, ${place}`}
                        aria-invalid={wrong?.get(market)?.includes(category) || undefined}
                        inputMode="decimal"
                        maxLength={12}
                        value={prices[category] ?? ''}
                        onChange={(event) => put(market, category, event.target.value)}
                      />
                    </td>
                  );
                })}
                <td>
                  <IconButton
                    label={t`Remove ${place}`}
                    onClick={() => onChange(rows.filter((row) => row.market !== market))}
                  >
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
