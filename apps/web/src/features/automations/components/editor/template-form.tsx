import { useLingui } from '@lingui/react/macro';
import { isMissingValue } from '@parley/contract/flow-problems';
import {
  type FillableTemplate,
  fillTemplate,
  listTemplateVariables,
  templateDisplay,
} from '@parley/contract/template-fill';
import type { StepOf, Template } from '@parley/contract/types';
import { Fragment } from 'react';
import { SelectField } from '../../../../ui/select-field.tsx';
import { useRows } from '../../../sync/public.ts';
import { CleanValue, usePreview, useVariableLabel } from '../../../templates/public.ts';
import type { StepFormProps } from './step-form-props.ts';
import { TextWithVariables } from './text-with-variables.tsx';

/** An active template and the values of its variables. */
export function TemplateForm({ step, flow, onChange }: Omit<StepFormProps<StepOf<'send_template'>>, 'setFlow'>) {
  const { t } = useLingui();
  const labelOf = useVariableLabel();
  const templates = useRows('templates') as unknown as readonly Template[];
  const active = templates.filter(({ status }) => status === 'ACTIVE');
  const chosen = active.find(({ id }) => id === step.template_id);
  const Preview = usePreview();
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
      {chosen !== undefined && (
        <Preview
          label={t`Preview`}
          name={chosen.name}
          display={filledDisplay(chosen as unknown as FillableTemplate, step.values)}
        />
      )}
    </>
  );
}

/** The template with its values; a place without one shows its name. */
function filledDisplay(template: FillableTemplate, values: Readonly<Record<string, string>>) {
  const all = listTemplateVariables(template).map(
    ({ key, name }) => [key, isMissingValue(values[key]) ? `{{${name}}}` : (values[key] ?? '')] as const,
  );
  return templateDisplay(template, fillTemplate(template, Object.fromEntries(all)));
}
