import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { fixValue, primaryVariables } from '@parley/contract/merge';
import { type TemplateSlot, templateSlots } from '@parley/contract/template-fill';
import type { Template } from '@parley/contract/types';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { useSlotLabel } from '../../templates/public.ts';
import type { SlotSource } from '../draft.ts';
import type { Lack } from '../use-problems.ts';
import styles from './compose.module.css';

export type VariableTableProps = {
  template: Template;
  sources: Record<string, SlotSource>;
  customFields: readonly string[];
  /** What stands in the way, by slot. */
  lacks: Record<string, Lack>;
  onChange: (key: string, source: SlotSource) => void;
  /** Takes people out for whom a value is missing. */
  onLeaveOut: (keys: readonly string[]) => void;
};

/** What fills each variable of a template: a field of the contact with a fallback, or a value for everybody. */
export function VariableTable({ template, sources, customFields, lacks, onChange, onLeaveOut }: VariableTableProps) {
  const { t } = useLingui();
  const slots = templateSlots(template);
  if (slots.length === 0) return null;
  return (
    <fieldset className={styles.variables}>
      <legend className={styles.legend}>{t`Variables`}</legend>
      {slots.map((slot) => (
        <VariableRow
          key={slot.key}
          slot={slot}
          source={sources[slot.key] ?? { from: 'value', value: '' }}
          customFields={customFields}
          lack={lacks[slot.key] ?? null}
          onChange={(source) => onChange(slot.key, source)}
          onLeaveOut={onLeaveOut}
        />
      ))}
    </fieldset>
  );
}

type VariableRowProps = Pick<VariableTableProps, 'customFields' | 'onLeaveOut'> & {
  slot: TemplateSlot;
  source: SlotSource;
  lack: Lack | null;
  onChange: (source: SlotSource) => void;
};

function VariableRow({ slot, source, customFields, lack, onChange, onLeaveOut }: VariableRowProps) {
  const { t } = useLingui();
  const label = useSlotLabel()(slot);
  const fillable = slot.kind === 'text' || slot.kind === 'url';
  const names = [...primaryVariables, ...customFields];
  const choices = [
    { value: '', label: t`Fixed value` },
    ...names.map((name) => ({ value: `field ${name}`, label: name })),
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
          label={fillable ? t`Value for everybody` : label}
          placeholder={fixValue}
          help={slot.example === null ? undefined : t`For example ${slot.example}`}
          error={lack?.words ?? null}
          value={source.value}
          inputMode={fillable || slot.kind === 'code' ? undefined : 'url'}
          dir={slot.kind === 'text' ? 'auto' : 'ltr'}
          autoComplete="off"
          onChange={(event) => onChange({ from: 'value', value: event.target.value })}
        />
      ) : (
        <TextField
          label={t`For whoever has none`}
          note={t`fallback`}
          error={lack?.words ?? null}
          value={source.fallback}
          dir="auto"
          autoComplete="off"
          onChange={(event) => onChange({ ...source, fallback: event.target.value })}
        />
      )}
      {lack !== null && source.from === 'field' && lack.leaves.length > 0 && (
        <Button size="sm" onClick={() => onLeaveOut(lack.leaves)}>
          {t`${plural(lack.leaves.length, { one: 'Leave out # person', other: 'Leave out # people' })}`}
        </Button>
      )}
    </div>
  );
}
