import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { listTemplateVariables, type TemplateVariable } from '@parley/contract/template-fill';
import type { Template } from '@parley/contract/types';
import { fixValue, primaryVariables } from '@parley/contract/variables';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import {
  CleanValue,
  HeaderFile,
  isFileVariable,
  OfferEnd,
  useFieldName,
  useVariableLabel,
} from '../../templates/public.ts';
import type { VariableSource } from '../data/draft.ts';
import type { MissingVariable } from '../data/use-problems.ts';
import styles from './compose.module.css';

export type VariableTableProps = {
  template: Template;
  sources: Record<string, VariableSource>;
  customFields: readonly string[];
  /** Problems by variable. */
  lacks: Record<string, MissingVariable>;
  onChange: (key: string, source: VariableSource) => void;
  /** Removes recipients for whom a value is missing. */
  onLeaveOut: (keys: readonly string[]) => void;
};

/** The source of each variable of a template: a field of the contact with a fallback, or one value for all. */
export function VariableTable({ template, sources, customFields, lacks, onChange, onLeaveOut }: VariableTableProps) {
  const { t } = useLingui();
  const variables = listTemplateVariables(template);
  if (variables.length === 0) return null;
  return (
    <fieldset className={styles.variables}>
      <legend className={styles.legend}>{t`Variables`}</legend>
      {variables.map((variable) => (
        <VariableRow
          key={variable.key}
          variable={variable}
          source={sources[variable.key] ?? { from: 'value', value: '' }}
          customFields={customFields}
          lack={lacks[variable.key] ?? null}
          onChange={(source) => onChange(variable.key, source)}
          onLeaveOut={onLeaveOut}
        />
      ))}
    </fieldset>
  );
}

type VariableRowProps = Pick<VariableTableProps, 'customFields' | 'onLeaveOut'> & {
  variable: TemplateVariable;
  source: VariableSource;
  lack: MissingVariable | null;
  onChange: (source: VariableSource) => void;
};

function VariableRow({ variable, source, customFields, lack, onChange, onLeaveOut }: VariableRowProps) {
  const { t } = useLingui();
  const label = useVariableLabel()(variable);
  const fieldName = useFieldName();
  const fillable = variable.kind === 'text' || variable.kind === 'url' || variable.kind === 'place';
  if (isFileVariable(variable.kind)) {
    return (
      <HeaderFile
        kind={variable.kind}
        value={source.from === 'value' ? source.value : ''}
        error={lack?.words ?? null}
        addressOnly={variable.card === undefined ? undefined : label}
        onChange={(value) => onChange({ from: 'value', value })}
      />
    );
  }
  if (variable.kind === 'time') {
    const value = source.from === 'value' ? source.value : '';
    return (
      <OfferEnd
        {...{ label, value, error: lack?.words ?? null }}
        onChange={(next) => onChange({ from: 'value', value: next })}
      />
    );
  }
  const names = [...primaryVariables, ...customFields];
  const choices = [
    { value: '', label: t`Fixed value` },
    ...names.map((name) => ({ value: `field ${name}`, label: fieldName(name) })),
  ];
  return (
    <div className={styles.variable} data-lacks={lack !== null || undefined}>
      {fillable && (
        <SelectField
          label={t`${label} is filled from`}
          choices={choices.map((choice) => (choice.value === '' ? { ...choice, value: 'value' } : choice))}
          value={source.from === 'value' ? 'value' : `field ${source.name}`}
          onChange={(chosen) =>
            onChange(
              chosen === 'value' || chosen === ''
                ? { from: 'value', value: '' }
                : { from: 'field', name: chosen.slice('field '.length), fallback: '' },
            )
          }
        />
      )}
      {source.from === 'value' ? (
        <TextField
          label={fillable ? t`Value for everyone` : label}
          placeholder={fixValue}
          help={variable.example === null ? undefined : t`For example ${variable.example}`}
          error={lack?.words ?? null}
          value={source.value}
          dir={variable.kind === 'text' || variable.kind === 'place' ? 'auto' : 'ltr'}
          autoComplete="off"
          onChange={(event) => onChange({ from: 'value', value: event.target.value })}
        />
      ) : (
        <TextField
          label={t`For contacts without a value`}
          note={t`fallback`}
          error={lack?.words ?? null}
          value={source.fallback}
          dir="auto"
          autoComplete="off"
          onChange={(event) => onChange({ ...source, fallback: event.target.value })}
        />
      )}
      {lack !== null && (
        <CleanValue
          value={source.from === 'value' ? source.value : source.fallback}
          onChange={(value) =>
            onChange(source.from === 'value' ? { ...source, value } : { ...source, fallback: value })
          }
        />
      )}
      {lack !== null && source.from === 'field' && lack.removable.length > 0 && (
        <Button size="sm" onClick={() => onLeaveOut(lack.removable)}>
          {t`${plural(lack.removable.length, { one: 'Exclude # recipient', other: 'Exclude # recipients' })}`}
        </Button>
      )}
    </div>
  );
}
