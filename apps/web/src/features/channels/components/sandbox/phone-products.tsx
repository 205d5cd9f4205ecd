import { useLingui } from '@lingui/react/macro';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { moneyText } from '../../../../platform/money-text.ts';
import { Button } from '../../../../ui/button.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import styles from './phone-products.module.css';

/** A product as the phone reads it from the catalogue. */
export type OfferedProduct = {
  product_retailer_id: string;
  name: string;
  item_price: number;
  currency: string;
  available: boolean;
};
export type PhoneOrder = {
  catalog_id?: string;
  text: string;
  product_items: Array<Pick<OfferedProduct, 'product_retailer_id' | 'item_price' | 'currency'> & { quantity: number }>;
};

/** No customer's cart has more of one product. */
const mostOfOne = 99;

type PhoneProductsProps = { products: readonly OfferedProduct[]; onOrder: (order: PhoneOrder) => void };

/** Products that the customer puts into a cart and orders. */
export function PhoneProducts({ products, onOrder }: PhoneProductsProps) {
  const { t, i18n } = useLingui();
  const [cart, setCart] = useState<Readonly<Record<string, number>>>({});
  const put = (id: string, quantity: number) => setCart((before) => ({ ...before, [id]: quantity }));
  const items = products.flatMap(({ product_retailer_id, item_price, currency }) => {
    const quantity = cart[product_retailer_id] ?? 0;
    return quantity === 0 ? [] : [{ product_retailer_id, quantity, item_price, currency }];
  });
  const order = () => {
    onOrder({ text: '', product_items: items });
    setCart({});
  };
  return (
    <>
      <ul className={styles.products} aria-label={t`Products`}>
        {products.map(({ product_retailer_id: id, name, item_price: price, currency, available }) => {
          const quantity = cart[id] ?? 0;
          return (
            <li key={id} className={styles.product}>
              <span className={styles.words}>
                <bdi>{name}</bdi>
                <span className={styles.price}>{available ? moneyText(price, currency) : t`Out of stock`}</span>
              </span>
              {available && (
                <span className={styles.quantity}>
                  <IconButton size="sm" label={t`One ${name} less`} onClick={() => put(id, Math.max(0, quantity - 1))}>
                    <IconMinus {...smallIcon} />
                  </IconButton>
                  <span aria-live="polite">{i18n.number(quantity)}</span>
                  <IconButton
                    size="sm"
                    label={t`One ${name} more`}
                    onClick={() => put(id, Math.min(mostOfOne, quantity + 1))}
                  >
                    <IconPlus {...smallIcon} />
                  </IconButton>
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <Button size="sm" blocked={items.length === 0} onClick={order}>{t`Send order`}</Button>
    </>
  );
}
