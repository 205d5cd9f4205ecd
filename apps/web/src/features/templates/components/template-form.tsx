import { useLingui } from '@lingui/react/macro';
import { fillTemplate, listTemplateVariables, templateDisplay } from '@parley/contract/template-fill';
import type { Template, Thread } from '@parley/contract/types';
import { Suspense, useId, useRef, useState } from 'react';
import { channelNow, useNow } from '../../../platform/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { Drawer } from '../../../ui/layer/drawer.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { contactName } from '../../contacts/public.ts';
import { useAccount, useRow, useRows } from '../../sync/public.ts';
import type { PreviewComponent } from '../data/example-display.ts';
import { mergedValues, prefill, suggestedVariables, trimmedValues } from '../data/prefill.ts';
import type { SendLaterComponent } from '../data/send-later-component.ts';
import { sendTemplate } from '../data/send-template.ts';
import { useCategoryLabels } from '../data/use-category-labels.ts';
import { useMergeContact } from '../data/use-merge-contact.ts';
import { useVariableCheck } from '../data/use-variable-check.ts';
import styles from './templates.module.css';
import { VariableField } from './variable-field.tsx';

export type TemplateFormProps = {
  title: string;
  template: Template;
  thread: Thread;
  Preview: PreviewComponent;
  SendLater: SendLaterComponent;
  /** Returns to the list. */
  onAnother: () => void;
  onClose: () => void;
};

/** The values of a template beside its preview, prefilled from the contact. */
export function TemplateForm({ title, template, thread, Preview, SendLater, onAnother, onClose }: TemplateFormProps) {
  const { t } = useLingui();
  const account = useAccount();
  const id = useId();
  const variables = listTemplateVariables(template);
  const categoryLabels = useCategoryLabels();
  const check = useVariableCheck(template);
  const customFields = useRows('clients')[0]?.custom_fields ?? [];
  const recipient = useMergeContact(thread);
  const fields = suggestedVariables(template, customFields);
  /** Typed values take precedence over the contact’s, also when the contact loads later. */
  const [typed, setTyped] = useState<Record<string, string>>({});
  const values = { ...prefill(template, recipient, customFields), ...typed };
  const [stored, setStored] = useState(true);
  const [planning, setPlanning] = useState(false);
  const [uploading, setUploading] = useState(false);
  const later = useRef(false);
  const nowMs = channelNow(useNow(), useRow('channels', thread.channel_id));
  const send = async (sendAt: string | null) => {
    const shown = mergedValues(values, recipient).values;
    try {
      await sendTemplate(account, thread, template, trimmedValues(values), shown, sendAt);
    } catch {
      return setStored(false);
    }
    onClose();
  };
  const form = useForm<Record<string, string>>({
    initial: {},
    check: () => check(values, recipient),
    send: async () => {
      if (later.current) setPlanning(true);
      else await send(null);
    },
  });
  const components = fillTemplate(template, mergedValues(values, recipient).values);
  const name = contactName(thread.contact);
  return (
    <Drawer
      title={title}
      size="md"
      onClose={onClose}
      lightDismiss={Object.keys(typed).length === 0}
      footer={
        <>
          <span className={styles.grow}>
            <Button onClick={onAnother}>{t`Choose another`}</Button>
          </span>
          <Button
            type="submit"
            form={id}
            blocked={uploading}
            onClick={() => {
              later.current = true;
            }}
          >
            {t`Send later`}
          </Button>
          <Button
            variant="filled"
            type="submit"
            form={id}
            busy={form.busy}
            blocked={uploading}
            onClick={() => {
              later.current = false;
            }}
            data-focus={variables.length === 0 || undefined}
          >
            {t`Send`}
          </Button>
        </>
      }
    >
      <div className={styles.fill}>
        <p className={styles.quiet}>
          <bdi className={styles.name}>{template.name}</bdi>
          {['', template.language, ...[categoryLabels(template.category)].filter(Boolean)].join(' · ')}
        </p>
        <Preview label={t`Preview for ${name}`} name={template.name} display={templateDisplay(template, components)} />
        <Form id={id} onSubmit={form.submit}>
          <FormError>
            {form.problem ?? (stored ? null : t`Couldn’t save the message on this device. Nothing was sent.`)}
          </FormError>
          {variables.map((variable, at) => (
            <VariableField
              key={variable.key}
              variable={variable}
              field={fields[variable.key]}
              first={at === 0}
              value={values[variable.key] ?? ''}
              error={form.errors[variable.key] ?? null}
              contact={recipient}
              customFields={customFields}
              onUploading={setUploading}
              onChange={(value) => {
                setTyped((before) => ({ ...before, [variable.key]: value }));
                form.set(variable.key, value);
              }}
            />
          ))}
        </Form>
        {template.category === 'MARKETING' && (
          <p
            className={styles.quiet}
          >{t`Marketing message: WhatsApp may not deliver it to contacts who received many.`}</p>
        )}
      </div>
      {planning && (
        <Suspense>
          <SendLater
            title={t`Send later`}
            confirm={t`Schedule message`}
            nowMs={nowMs}
            windowExpiresAt={null}
            onChoose={(at) => void send(at)}
            onClose={() => setPlanning(false)}
          />
        </Suspense>
      )}
    </Drawer>
  );
}
