import { useLingui } from '@lingui/react/macro';
import { type FillableTemplate, listTemplateVariables } from '@parley/contract/template-fill';
import type { Template } from '@parley/contract/types';
import { TextAreaField, TextField } from '../../../../ui/field.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import type { useForm } from '../../../../ui/use-form.ts';
import { useRows } from '../../../sync/public.ts';
import { useTemplatesOf, useVariableLabel } from '../../../templates/public.ts';
import type { IncomingForm } from '../../data/incoming-form.ts';
import styles from '../webhooks.module.css';
import { AttributeLines, ListChoice } from './incoming-contact-fields.tsx';

export type IncomingFormState = ReturnType<typeof useForm<IncomingForm>>;

/** Which values of a call become the contact, and what is sent. */
export function IncomingFields({ form }: { form: IncomingFormState }) {
  const { t } = useLingui();
  const { values, set } = form;
  return (
    <>
      <fieldset className={styles.events}>
        <legend>{t`Contact`}</legend>
        <p className={styles.quiet}>
          {t`Enter where each value is in the JSON body, with dots between the names: customer.phone, items[0].name.`}
        </p>
        <TextField dir="ltr" label={t`Phone number`} autoComplete="off" {...form.text('phone')} />
        <TextField dir="ltr" label={t`Name`} note={t`optional`} autoComplete="off" {...form.text('contactName')} />
        <AttributeLines value={values.fields} onChange={(fields) => set('fields', fields)} />
        <ListChoice value={values.lists} onChange={(lists) => set('lists', lists)} />
      </fieldset>
      <fieldset className={styles.events}>
        <legend>{t`Message`}</legend>
        <Segments<IncomingForm['kind']>
          label={t`Message`}
          segments={[
            { value: 'none', label: t`None` },
            { value: 'text', label: t`Text` },
            { value: 'template', label: t`Template` },
          ]}
          value={values.kind}
          onChange={(kind) => set('kind', kind)}
        />
        {values.kind !== 'none' && <MessageFields form={form} />}
      </fieldset>
    </>
  );
}

function MessageFields({ form }: { form: IncomingFormState }) {
  const { t } = useLingui();
  const { values, errors, set } = form;
  const channels = useRows('channels');
  const variable = '{{order.id}}';
  return (
    <>
      <SelectField
        label={t`Channel`}
        error={errors.channel ?? null}
        choices={channels.map(({ id, channel_label: label }) => ({ value: id, label }))}
        value={values.channel}
        onChange={(channel) => {
          set('channel', channel);
          set('template', '');
        }}
      />
      {values.kind === 'text' ? (
        <TextAreaField
          label={t`Text`}
          dir="auto"
          maxLength={4_096}
          help={t`${variable} stands for a value of the body. A text is sent only within 24 hours after the customer wrote.`}
          {...form.text('text')}
        />
      ) : (
        <TemplateFields form={form} />
      )}
    </>
  );
}

function TemplateFields({ form }: { form: IncomingFormState }) {
  const { t } = useLingui();
  const labelOf = useVariableLabel();
  const { values, errors, set } = form;
  const { templates } = useTemplatesOf(values.channel);
  const active: readonly Template[] = (templates ?? []).filter(({ status }) => status === 'ACTIVE');
  const chosen = active.find(({ id }) => id === values.template);
  const variable = '{{order.id}}';
  return (
    <>
      <SelectField
        label={t`Template`}
        error={errors.template ?? null}
        choices={active.map(({ id, name, language }) => ({ value: id, label: `${name} (${language})` }))}
        value={values.template}
        onChange={(template) => {
          set('template', template);
          set('values', {});
        }}
      />
      {chosen !== undefined &&
        listTemplateVariables(chosen as unknown as FillableTemplate).map((one) => (
          <TextField
            key={one.key}
            label={labelOf(one)}
            autoComplete="off"
            placeholder={variable}
            maxLength={1_024}
            value={values.values[one.key] ?? ''}
            onChange={(event) => set('values', { ...values.values, [one.key]: event.target.value })}
          />
        ))}
    </>
  );
}
