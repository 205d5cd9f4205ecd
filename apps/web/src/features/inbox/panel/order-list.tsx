import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ContactOrder } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { listText } from '../../../platform/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import { useOrderMoney } from '../bubble/use-order-money.ts';
import { wantMessage } from '../thread/jump-to-message.ts';
import styles from './order-list.module.css';

const fewOrders = 5;

/** Orders with their sum and articles; the time leads to the message. */
export function OrderList({ orders }: { orders: readonly ContactOrder[] }) {
  const { t, i18n } = useLingui();
  const [all, setAll] = useState(false);
  const shown = all ? orders : orders.slice(0, fewOrders);
  return (
    <>
      <ul className={styles.orders}>
        {shown.map((order) => (
          <li key={order.id}>
            <OrderSummary order={order} />
          </li>
        ))}
      </ul>
      {shown.length < orders.length && (
        <Button size="sm" onClick={() => setAll(true)}>{t`Show all ${i18n.number(orders.length)}`}</Button>
      )}
    </>
  );
}

function OrderSummary({ order }: { order: ContactOrder }) {
  const { t } = useLingui();
  const times = useTimeLabels();
  const money = useOrderMoney();
  const { lines, pieces, sums } = order;
  const articles = listText(lines.map(({ article, quantity }) => `${quantity} × ${article || '–'}`));
  return (
    <>
      <span className={styles.head}>
        <Link
          to="/inbox/$thread_id"
          params={{ thread_id: order.thread_id }}
          search={true}
          onClick={() => wantMessage(order.thread_id, order.id)}
        >
          {times.date(order.at)}
        </Link>
        <span className={styles.sum}>
          {sums === null || sums.length === 0
            ? t`No total`
            : sums.map(({ amount, currency }) => money(amount, currency)).join(' + ')}
        </span>
      </span>
      <bdi className={styles.articles}>{articles || t`${plural(pieces, { one: '# item', other: '# items' })}`}</bdi>
    </>
  );
}
