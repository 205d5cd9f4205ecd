import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { mostRates } from '@parley/contract/rates';
import type { RateList } from '@parley/contract/types';
import { IconCalendarPlus, IconTrash, IconUpload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { ChoiceField } from '../../../ui/select.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useForm } from '../../../ui/use-form.ts';
import { useMarketChoices } from '../data/market-name.ts';
import { readPriceList } from '../data/price-list.ts';
import { checkDays, copyOf, daysOf, type RateDay, ratesOf, withMarket } from '../data/rate-days.ts';
import { useSaveRates } from '../data/rates-query.ts';
import { useReportLabels } from '../data/use-report-labels.ts';
import { RateGrid } from './rate-grid.tsx';
import styles from './rates-dialog.module.css';

type FormProps = {
  /** Of the form, for a button outside it. */
  id: string;
  list: RateList;
  today: string;
  onBusy: (busy: boolean) => void;
  /** Whether there is something to lose. */
  onChanged: (changed: boolean) => void;
  onClose: () => void;
};

const mostFileBytes = 1_048_576;

export function RatesForm({ id, list, today, onBusy, onChanged, onClose }: FormProps) {
  const { t, i18n } = useLingui();
  const { span } = useReportLabels();
  const save = useSaveRates();
  const currencies = useCurrencies();
  const [initial] = useState(() => {
    const first: RateDay = { key: 0, from: today, rows: [{ market: '', prices: {} }] };
    return {
      currency: list.currency ?? '',
      free: String(list.free_replies),
      days: list.rates.length === 0 ? [first] : daysOf(list.rates),
    };
  });
  const form = useForm({
    initial,
    check: ({ currency, free, days }) => ({
      ...(currency === '' && { currency: t`Choose the currency of your bill.` }),
      ...(!/^\d{1,7}$/.test(free) && { free: t`Enter a number, such as 1000.` }),
      ...problemOf(days),
    }),
    send: async ({ currency, free, days }) => {
      onBusy(true);
      try {
        await save({ currency, version: list.version, free_replies: Number(free), rates: ratesOf(days) });
      } finally {
        onBusy(false);
      }
      toast({ message: t`Rates saved` });
      onClose();
    },
    serverNames: { free_replies: 'free', rates: 'days' },
  });
  useEffect(() => onChanged(form.changed), [form.changed, onChanged]);
  const { days } = form.values;
  const [shownKey, setShownKey] = useState(days[0]?.key);
  const shown = days.find(({ key }) => key === shownKey) ?? days[0];
  const [note, setNote] = useState<string | null>(null);
  const choices = useMarketChoices(shown?.rows.map(({ market }) => market) ?? []);
  const errors = form.errors.days === undefined ? null : checkDays(days);
  const fromErrors = { missing: t`Enter a day.`, twice: t`There is another list for this day.` };
  const wrongFrom = shown === undefined ? undefined : errors?.get(shown.key)?.from;

  function problemOf(all: readonly RateDay[]): { days?: string } {
    const found = checkDays(all);
    const [wrong] = all.filter(({ key }) => found.has(key));
    if (wrong !== undefined) {
      if (wrong.key !== shown?.key) setShownKey(wrong.key);
      const isPrice = (found.get(wrong.key)?.prices.size ?? 0) > 0;
      return {
        days: isPrice
          ? t`Some rates are not complete. Prices are numbers, such as 0.05; a volume tier needs a number of messages, and a price of the market to step down from.`
          : t`Each price list needs a day of its own.`,
      };
    }
    return ratesOf(all).length > mostRates ? { days: t`There are too many rates. Remove the oldest list.` } : {};
  }
  const put = (day: RateDay) =>
    form.set(
      'days',
      days.map((other) => (other.key === day.key ? day : other)),
    );
  /** Today, or the day after the newest list. */
  const nextDay = () => {
    const newest = days
      .flatMap(({ from }) => from ?? [])
      .sort()
      .at(-1);
    if (newest === undefined || newest < today) return today;
    return new Date(Date.parse(newest) + 86_400_000).toISOString().slice(0, 10);
  };
  const copy = () => {
    const key = Math.max(-1, ...days.map((day) => day.key)) + 1;
    form.set('days', [copyOf(days, key, nextDay()), ...days]);
    setShownKey(key);
    setNote(null);
  };
  const remove = () => {
    form.set(
      'days',
      days.filter((day) => day.key !== shown?.key),
    );
    setNote(null);
  };
  const importFile = async (file: File | undefined) => {
    if (file === undefined || shown === undefined) return;
    const found = file.size > mostFileBytes ? null : readPriceList(await file.text());
    if (found === null || found.rows.length === 0) {
      return setNote(t`${file.name} is not a price list: it needs a column Market and one for each category.`);
    }
    const { currency, rows, unknown } = found;
    const isOther = currency !== null && form.values.currency !== '' && currency !== form.values.currency;
    if (isOther && days.some((day) => day.key !== shown.key)) {
      return setNote(
        t`${file.name} is in ${currency}, your rates are in ${form.values.currency}. Choose the list in ${form.values.currency}.`,
      );
    }
    put({ ...shown, rows });
    if (currency !== null) form.set('currency', currency);
    const read = t`${plural(rows.length, { one: '# market', other: '# markets' })} read from ${file.name}.`;
    const left = new Intl.ListFormat(i18n.locale).format(unknown.slice(0, 5));
    setNote(unknown.length === 0 ? read : `${read} ${t`Not known, and left out: ${left}.`}`);
  };

  return (
    <Form id={id} onSubmit={form.submit}>
      <p className={styles.note}>
        {t`The price of one message by market and category, as in the price list of WhatsApp. A list is valid from its day on; a market that it does not name keeps its price. An empty price for service is that for utility. A volume tier is the price after so many messages of the category in a month.`}
      </p>
      <div className={styles.top}>
        <SelectField
          label={t`Currency`}
          error={form.errors.currency ?? null}
          choices={currencies}
          value={form.values.currency}
          onChange={(value) => form.set('currency', value)}
        />
        <TextField
          {...form.text('free')}
          label={t`Free replies of a number in a month`}
          inputMode="numeric"
          maxLength={7}
        />
      </div>
      <div className={styles.top}>
        {days.length > 1 && (
          <ChoiceField
            label={t`Price list`}
            choices={days.map(({ key, from }) => ({
              value: String(key),
              label: from === null ? t`No day` : span(from, from),
            }))}
            value={String(shown?.key)}
            onChange={(key) => {
              setShownKey(Number(key));
              setNote(null);
            }}
          />
        )}
        <div className={styles.actions}>
          <Button onClick={copy}>
            <IconCalendarPlus {...smallIcon} />
            {days.length === 0 ? t`Add a price list` : t`Copy to a new day`}
          </Button>
          {shown !== undefined && (
            <>
              <label className={`${buttonClass()} ${styles.file}`}>
                <IconUpload {...smallIcon} />
                {t`Import a price list`}
                <input
                  type="file"
                  accept=".csv,text/csv"
                  className="visually-hidden"
                  onChange={(event) => {
                    void importFile(event.target.files?.[0]);
                    event.target.value = '';
                  }}
                />
              </label>
              <Button onClick={remove}>
                <IconTrash {...smallIcon} />
                {t`Delete this list`}
              </Button>
            </>
          )}
        </div>
      </div>
      {shown === undefined ? (
        <p className={styles.note}>{t`No rates: the report shows how many messages were billed.`}</p>
      ) : (
        <>
          <div className={styles.top}>
            <DateField
              label={t`Valid from`}
              value={shown.from}
              onChange={(from) => put({ ...shown, from })}
              error={wrongFrom === undefined ? null : fromErrors[wrongFrom]}
            />
            <SelectField
              label={t`Add a market`}
              choices={choices}
              value=""
              onChange={(choice) => put(withMarket(shown, choice.slice(1)))}
            />
          </div>
          <p role="status" className={styles.note}>
            {note}
          </p>
          {shown.rows.length > 0 && (
            <RateGrid day={shown} wrong={errors?.get(shown.key)?.prices} onChange={(rows) => put({ ...shown, rows })} />
          )}
        </>
      )}
      <FormError>{form.errors.days ?? form.problem}</FormError>
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
