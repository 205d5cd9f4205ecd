import { useLingui } from '@lingui/react/macro';
import { type FillableTemplate, listTemplateVariables } from '@parley/contract/template-fill';
import type { StepOf, Template } from '@parley/contract/types';
import { SelectField } from '../../../../ui/select-field.tsx';
import { useRows } from '../../../sync/public.ts';
import { useVariableLabel } from '../../../templates/public.ts';
import type { StepFormProps } from './step-form-props.ts';
import { TextWithVariables } from './text-with-variables.tsx';

/** An active template and the values of its variables. */
export function TemplateForm({ step, flow, onChange }: Omit<StepFormProps<StepOf<'send_template'>>, 'setFlow'>) {
  const { t } = useLingui();
  const labelOf = useVariableLabel();
  const templates = useRows('templates') as unknown as readonly Template[];
  const active = templates.filter(({ status }) => status === 'ACTIVE');
  const chosen = active.find(({ id }) => id === step.template_id);
  return (
    <>
      <SelectField
        label={t`Template`}
        choices={active.map(({ id, name, language }) => ({ value: id, label: `${name} (${language})` }))}
        value={step.template_id ?? ''}
        onChange={(template_id) => onChange({ ...step, template_id, values: {} })}
      />
      {chosen !== undefined &&
        listTemplateVariables(chosen as unknown as FillableTemplate).map((variable) => (
          <TextWithVariables
            key={variable.key}
            {...{ label: labelOf(variable), value: step.values[variable.key] ?? '', flow, maxLength: 1_024 }}
            onChange={(value) => onChange({ ...step, values: { ...step.values, [variable.key]: value } })}
          />
        ))}
    </>
  );
}
