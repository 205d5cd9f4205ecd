import { useLingui } from '@lingui/react/macro';
import { rateCategories } from '@parley/contract/rates';
import { IconTrash } from '@tabler/icons-react';
import { TextField } from '../../../ui/field.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { icon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { useCategoryName } from '../data/rate-categories.ts';
import type { RateRow, RateRowErrors } from '../data/rate-rows.ts';
import styles from './rates-dialog.module.css';

export type RateFieldsProps = {
  row: RateRow;
  /** Of the rate in the list, from 1. */
  number: number;
  errors: RateRowErrors | undefined;
  onChange: (part: Partial<RateRow>) => void;
  onRemove: () => void;
};

/** One rate of the list. */
export function RateFields({ row, number, errors = {}, onChange, onRemove }: RateFieldsProps) {
  const { t } = useLingui();
  const categoryName = useCategoryName();
  const fromErrors = { missing: t`Enter a day.`, twice: t`Two rates have the same day, category and country code.` };
  return (
    <li>
      <fieldset className={styles.row}>
        <legend className="visually-hidden">{t`Rate ${number}`}</legend>
        <DateField
          label={t`Valid from`}
          value={row.from}
          onChange={(from) => onChange({ from })}
          error={errors.from === undefined ? null : fromErrors[errors.from]}
        />
        <SelectField
          label={t`Category`}
          choices={rateCategories.map((value) => ({ value, label: categoryName(value) }))}
          value={row.category}
          onChange={(category) => onChange({ category })}
        />
        <TextField
          label={t`Country code`}
          placeholder={t`All others`}
          inputMode="tel"
          maxLength={5}
          value={row.prefix}
          onChange={(event) => onChange({ prefix: event.target.value })}
          error={errors.prefix === undefined ? null : t`Up to four digits, such as 44.`}
        />
        <TextField
          label={t`Price`}
          inputMode="decimal"
          maxLength={12}
          value={row.price}
          onChange={(event) => onChange({ price: event.target.value })}
          error={errors.price === undefined ? null : t`Enter a price, such as 0.05.`}
        />
        <IconButton label={t`Remove rate ${number}`} onClick={onRemove}>
          <IconTrash {...icon} />
        </IconButton>
      </fieldset>
    </li>
  );
}
