import { useLingui } from '@lingui/react/macro';
import type { RateList } from '@parley/contract/types';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { useForm } from '../../../ui/use-form.ts';
import { checkRows, type RateRow, ratesOf, rowOf } from '../data/rate-rows.ts';
import { useRates, useSaveRates } from '../data/rates-query.ts';
import { RateFields } from './rate-fields.tsx';
import styles from './rates-dialog.module.css';

/** What WhatsApp charges for a message, entered by an Admin. */
export function RatesDialog({ today, onClose }: { today: string; onClose: () => void }) {
  const { t } = useLingui();
  const { data: list, isError, isFetching, error, refetch } = useRates();
  const ready = list !== undefined && !isFetching;
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      title={t`Rates`}
      size="lg"
      lightDismiss={false}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form="rates" variant="filled" disabled={!ready} busy={busy}>{t`Save`}</Button>
        </>
      }
    >
      {ready ? (
        <RatesForm list={list} today={today} onBusy={setBusy} onClose={onClose} />
      ) : isError ? (
        <ProblemState title={t`Couldn't load the rates`} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton shape="text" label={t`Loading the rates`} count={4} />
      )}
    </Dialog>
  );
}

type FormProps = { list: RateList; today: string; onBusy: (busy: boolean) => void; onClose: () => void };

function RatesForm({ list, today, onBusy, onClose }: FormProps) {
  const { t } = useLingui();
  const save = useSaveRates();
  const currencies = useCurrencies();
  const newRow = (key: number): RateRow => ({ key, from: today, category: 'marketing', prefix: '', price: '' });
  const form = useForm({
    initial: { currency: list.currency ?? '', rows: list.rates.length === 0 ? [newRow(0)] : list.rates.map(rowOf) },
    check: ({ currency, rows }) => ({
      ...(currency === '' && { currency: t`Choose the currency of your bill.` }),
      ...(checkRows(rows).size > 0 && { rows: t`Some rates are not complete.` }),
    }),
    send: async ({ currency, rows }) => {
      onBusy(true);
      try {
        await save({ currency, version: list.version, rates: ratesOf(rows) });
      } finally {
        onBusy(false);
      }
      toast({ message: t`Rates saved` });
      onClose();
    },
  });
  const { rows } = form.values;
  const errors = form.errors.rows === undefined ? null : checkRows(rows);
  const change = (key: number, part: Partial<RateRow>) =>
    form.set(
      'rows',
      rows.map((row) => (row.key === key ? { ...row, ...part } : row)),
    );
  const add = () => form.set('rows', [newRow(Math.max(-1, ...rows.map(({ key }) => key)) + 1), ...rows]);
  return (
    <Form id="rates" onSubmit={form.submit}>
      <p className={styles.note}>
        {t`The price of one message, as in Meta's price list. A rate is valid from its day until the next one of the same category and country code. Without a country code it is for all other countries.`}
      </p>
      <div className={styles.top}>
        <SelectField
          label={t`Currency`}
          error={form.errors.currency ?? null}
          choices={currencies}
          value={form.values.currency}
          onChange={(value) => form.set('currency', value)}
        />
        <Button onClick={add}>
          <IconPlus {...smallIcon} />
          {t`Add a rate`}
        </Button>
      </div>
      {rows.length === 0 && (
        <p className={styles.note}>{t`No rates: the report shows how many messages were billed.`}</p>
      )}
      <ol className={styles.rows}>
        {rows.map((row, n) => (
          <RateFields
            key={row.key}
            row={row}
            number={n + 1}
            errors={errors?.get(row.key)}
            onChange={(part) => change(row.key, part)}
            onRemove={() =>
              form.set(
                'rows',
                rows.filter(({ key }) => key !== row.key),
              )
            }
          />
        ))}
      </ol>
      <FormError>{form.errors.rows ?? form.problem}</FormError>
    </Form>
  );
}

function useCurrencies() {
  const { i18n } = useLingui();
  const names = new Intl.DisplayNames([i18n.locale], { type: 'currency' });
  return Intl.supportedValuesOf('currency').map((code) => ({
    value: code,
    label: `${code} · ${names.of(code) ?? code}`,
  }));
}
