import { useLingui } from '@lingui/react/macro';
import { isMissingValue } from '@parley/contract/flow-problems';
import { type FillableTemplate, listTemplateVariables } from '@parley/contract/template-fill';
import type { StepOf, Template } from '@parley/contract/types';
import { Fragment } from 'react';
import { SelectField } from '../../../../ui/select-field.tsx';
import { useRows } from '../../../sync/public.ts';
import { CleanValue, useVariableLabel } from '../../../templates/public.ts';
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
        listTemplateVariables(chosen as unknown as FillableTemplate).map((variable) => {
          const value = step.values[variable.key] ?? '';
          const put = (text: string) => onChange({ ...step, values: { ...step.values, [variable.key]: text } });
          const error = isMissingValue(value) ? t`Enter a value.` : null;
          return (
            <Fragment key={variable.key}>
              <TextWithVariables
                {...{ label: labelOf(variable), value, flow, maxLength: 1_024, error }}
                onChange={put}
              />
              <CleanValue value={value} onChange={put} />
            </Fragment>
          );
        })}
    </>
  );
}
