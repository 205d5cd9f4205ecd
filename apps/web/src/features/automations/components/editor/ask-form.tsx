import { useLingui } from '@lingui/react/macro';
import type { StepOf } from '@parley/contract/types';
import { TextField } from '../../../../ui/field.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { AttributeField } from './attribute-field.tsx';
import { ChoicesForm } from './choices-form.tsx';
import { NumberField } from './number-field.tsx';
import type { StepFormProps } from './step-form-props.ts';
import { TextWithVariables } from './text-with-variables.tsx';

type Ask = StepOf<'ask'>;

/** A question: what fits as an answer, where it is saved, and how often it is asked. */
export function AskForm({ step, flow, onChange }: Omit<StepFormProps<Ask>, 'setFlow'>) {
  const { t } = useLingui();
  const answers: Record<Ask['answer'], string> = {
    ...{ text: t`Any text`, choice: t`One of these choices`, number: t`A number`, date: t`A date` },
    ...{ email: t`An email address`, phone: t`A phone number` },
  };
  const { save_to: saveTo } = step;
  return (
    <>
      <TextWithVariables
        {...{ label: t`Question`, value: step.text, flow, maxLength: 1_024 }}
        onChange={(text) => onChange({ ...step, text })}
      />
      <SelectField
        label={t`Answer`}
        choices={Object.entries(answers).map(([value, label]) => ({ value, label }))}
        value={step.answer}
        onChange={(answer) => onChange({ ...step, answer: answer as Ask['answer'] })}
      />
      {step.answer === 'choice' && (
        <ChoicesForm
          {...{ label: t`Choice`, choices: step.choices, most: 10, longest: 24 }}
          onChange={(choices) => onChange({ ...step, choices })}
        />
      )}
      <SelectField
        label={t`Save to`}
        choices={[
          { value: 'variable', label: t`A variable of this run` },
          { value: 'field', label: t`A custom attribute of the contact` },
        ]}
        value={saveTo.kind}
        onChange={(kind) => onChange({ ...step, save_to: { kind: kind as Ask['save_to']['kind'], name: '' } })}
      />
      {saveTo.kind === 'field' ? (
        <AttributeField name={saveTo.name} onChange={(name) => onChange({ ...step, save_to: { ...saveTo, name } })} />
      ) : (
        <TextField
          label={t`Name of the answer`}
          value={saveTo.name}
          maxLength={40}
          onChange={(event) => onChange({ ...step, save_to: { ...saveTo, name: event.target.value } })}
        />
      )}
      <NumberField
        {...{ label: t`Retries`, value: step.retries, min: 0, max: 5 }}
        onChange={(retries) => onChange({ ...step, retries })}
      />
      {step.retries > 0 && (
        <TextWithVariables
          {...{ label: t`If the answer is invalid`, value: step.retry_text, flow, maxLength: 1_024 }}
          onChange={(retry_text) => onChange({ ...step, retry_text })}
        />
      )}
      <NumberField
        {...{ label: t`Minutes to wait for an answer`, value: step.timeout_minutes, min: 1, max: 43_200 }}
        onChange={(timeout_minutes) => onChange({ ...step, timeout_minutes })}
      />
    </>
  );
}
