import { useLingui } from '@lingui/react/macro';
import { interactiveLimits } from '@parley/contract/content-limits';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../../platform/errors.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { SearchBox } from '../../../../ui/search-box.tsx';
import { useDebounced } from '../../../../ui/use-debounced.ts';
import { useAccount } from '../../../sync/public.ts';
import { type ChosenProduct, chosenFrom } from './products.ts';
import styles from './structured.module.css';

const longest = 100;

export type ProductChoiceProps = {
  channelId: string;
  chosen: readonly ChosenProduct[];
  /** @param catalogId of the catalogue it is in */
  onToggle: (product: ChosenProduct, catalogId: string) => void;
};

/** Finds products of a channel's catalogue by their name. */
export function ProductChoice({ channelId, chosen, onToggle }: ProductChoiceProps) {
  const { t } = useLingui();
  const account = useAccount();
  const errorText = useServerErrorMessage();
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed.trim()).slice(0, longest);
  const found = useInfiniteQuery({
    queryKey: ['catalog-products', channelId, q],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...(q !== '' && { q }), ...(pageParam !== undefined && { after: pageParam }) };
      return account.api(
        'GET /api/channels/{id}/catalog/products',
        { params: { id: channelId }, query },
        { signal, timeoutMs: 40_000 },
      );
    },
    getNextPageParam: ({ next_after }) => next_after ?? undefined,
  });
  const pages = found.data?.pages ?? [];
  const catalog = pages[0]?.catalog;
  const products = pages.flatMap(({ data }) => data);
  const isChosen = (id: string) => chosen.some((one) => one.product_retailer_id === id);
  const full = chosen.length >= interactiveLimits.productsInAll;
  const unanswered = found.error instanceof ApiError && found.error.status === 503;
  return (
    <>
      <SearchBox label={t`Search products by name`} value={typed} onChange={setTyped} />
      {found.error !== null && (
        <div className={styles.under}>
          <span role="alert" className={styles.wrong}>
            {unanswered ? t`WhatsApp doesn’t answer right now. Try again in a moment.` : errorText(found.error)}
          </span>
          <Button size="sm" busy={found.isFetching} onClick={() => void found.refetch()}>{t`Try again`}</Button>
        </div>
      )}
      {found.isPending && <p className={styles.quiet}>{t`Loading products…`}</p>}
      {catalog?.is_cart_enabled === false && (
        <p className={styles.quiet}>
          {t`Customers can look at the products but not order them: the cart is turned off in WhatsApp Manager.`}
        </p>
      )}
      {found.isSuccess && products.length === 0 && (
        <p className={styles.quiet}>{q === '' ? t`The catalog has no products.` : t`No results`}</p>
      )}
      {catalog !== undefined && products.length > 0 && (
        <fieldset className={styles.catalog} aria-label={t`Products`}>
          {products.map((product) => (
            <Checkbox
              key={product.retailer_id}
              checked={isChosen(product.retailer_id)}
              disabled={full && !isChosen(product.retailer_id)}
              onChange={() => onToggle(chosenFrom(product), catalog.id)}
            >
              <span className={styles.product}>
                <bdi>{product.name}</bdi>
                <bdi className={styles.quiet}>{product.price}</bdi>
                {!product.is_available && <span className={styles.quiet}>{t`Out of stock`}</span>}
              </span>
            </Checkbox>
          ))}
          {found.hasNextPage && (
            <span>
              <Button size="sm" busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
                {t`Show more`}
              </Button>
            </span>
          )}
        </fieldset>
      )}
    </>
  );
}
