import { useLingui } from '@lingui/react/macro';
import type { StepOf } from '@parley/contract/types';
import { IconPlus } from '@tabler/icons-react';
import { Button } from '../../../../ui/button.tsx';
import { TextAreaField } from '../../../../ui/field.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import { numbered } from '../../data/numbered.ts';
import { HeaderForm } from './header-form.tsx';
import { SavedValuesForm } from './saved-values-form.tsx';
import type { StepFormProps } from './step-form-props.ts';
import { TextWithVariables } from './text-with-variables.tsx';

type CallUrl = StepOf<'call_url'>;
const methods: CallUrl['method'][] = ['GET', 'POST', 'PUT', 'PATCH'];

/** A call of another system, and which values of its answer are kept. */
export function CallForm({ step, flow, onChange }: Omit<StepFormProps<CallUrl>, 'setFlow'>) {
  const { t } = useLingui();
  const { headers } = step;
  return (
    <>
      <SelectField
        label={t`Method`}
        choices={methods.map((value) => ({ value, label: value }))}
        value={step.method}
        onChange={(method) => onChange({ ...step, method: method as CallUrl['method'] })}
      />
      <TextWithVariables
        {...{ label: t`Address`, value: step.url, flow, maxLength: 2_000 }}
        onChange={(url) => onChange({ ...step, url: url.replaceAll(/\s/g, '') })}
      />
      {numbered(headers).map(({ key, at, one }) => (
        <HeaderForm
          key={key}
          header={one}
          number={at + 1}
          url={step.url}
          onChange={(header) => onChange({ ...step, headers: headers.map((was, n) => (n === at ? header : was)) })}
          onRemove={() => onChange({ ...step, headers: headers.filter((_one, n) => n !== at) })}
        />
      ))}
      {headers.length < 20 && (
        <Button
          size="sm"
          onClick={() => onChange({ ...step, headers: [...headers, { name: '', value: '', secret_id: null }] })}
        >
          <IconPlus {...smallIcon} />
          {t`Add header`}
        </Button>
      )}
      {step.method !== 'GET' && (
        <TextWithVariables
          {...{ label: t`Body (JSON)`, value: step.body, flow, maxLength: 8_000 }}
          onChange={(body) => onChange({ ...step, body })}
        />
      )}
      <SavedValuesForm values={step.save} onChange={(save) => onChange({ ...step, save })} />
      <TextAreaField
        label={t`Sample answer (JSON)`}
        note={t`optional`}
        help={t`A dry run doesn’t send the request. It uses this answer.`}
        dir="ltr"
        value={step.sample}
        maxLength={8_000}
        onChange={(event) => onChange({ ...step, sample: event.target.value })}
      />
    </>
  );
}
