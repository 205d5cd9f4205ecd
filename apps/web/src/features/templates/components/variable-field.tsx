import { useLingui } from '@lingui/react/macro';
import type { TemplateVariable } from '@parley/contract/template-fill';
import { fixValue, type VariableContact } from '@parley/contract/variables';
import { IconUserPlus } from '@tabler/icons-react';
import { Field, inputClass } from '../../../ui/field.tsx';
import { icon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/layer/menu.tsx';
import { MissingValue } from '../../../ui/missing-value.tsx';
import { knownValues } from '../data/prefill.ts';
import { useFieldName } from '../data/use-field-name.ts';
import { isFileVariable, useVariableHelp, useVariableLabel } from '../data/variable-labels.ts';
import { CleanValue } from './clean-value.tsx';
import { HeaderFile } from './header-file.tsx';
import { OfferEnd } from './offer-end.tsx';
import styles from './templates.module.css';

export type VariableFieldProps = {
  variable: TemplateVariable;
  /** The contact's field that fills it in, where the template suggests one. */
  field: string | undefined;
  /** The first one is focused when the form opens. */
  first: boolean;
  value: string;
  error: string | null;
  contact: VariableContact;
  customFields: readonly string[];
  onChange: (value: string) => void;
  /** An upload of its file began or ended. */
  onUploading?: (uploading: boolean) => void;
};

/** One value of a template, typed or from the contact. */
export function VariableField(props: VariableFieldProps) {
  const { variable, field, first, value, error, contact, customFields, onChange, onUploading } = props;
  const { t } = useLingui();
  const fieldName = useFieldName();
  const label = useVariableLabel()(variable, field);
  const help = useVariableHelp()(variable, value);
  if (isFileVariable(variable.kind)) {
    const addressOnly = variable.card === undefined ? undefined : label;
    return <HeaderFile kind={variable.kind} {...{ value, error, onChange, onUploading, addressOnly }} />;
  }
  if (variable.kind === 'time') return <OfferEnd {...{ label, value, error, onChange }} />;
  const known =
    variable.kind === 'text' || variable.kind === 'url' || variable.kind === 'place'
      ? knownValues(contact, customFields)
      : [];
  return (
    <div className={styles.slot}>
      <Field label={label} help={help} error={error}>
        {(ties) => (
          <span className={styles.valueField}>
            <input
              {...ties}
              type="text"
              className={inputClass()}
              value={value}
              placeholder={fixValue}
              dir={variable.kind === 'text' || variable.kind === 'place' ? 'auto' : 'ltr'}
              autoComplete="off"
              data-focus={first || undefined}
              onChange={(event) => onChange(event.target.value)}
            />
            {value === '' && <MissingValue aria-hidden />}
          </span>
        )}
      </Field>
      {error !== null && <CleanValue value={value} onChange={onChange} />}
      {known.length > 0 && (
        <Menu
          label={t`From the contact into ${label}`}
          groups={[
            known.map((choice) => ({
              id: choice.variable,
              label: fieldName(choice.variable),
              note: choice.value,
              run: () => onChange(choice.value),
            })),
          ]}
          button={(menu) => (
            <IconButton {...menu} label={t`From the contact into ${label}`}>
              <IconUserPlus {...icon} />
            </IconButton>
          )}
        />
      )}
    </div>
  );
}
