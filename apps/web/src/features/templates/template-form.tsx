import { useLingui } from '@lingui/react/macro';
import { fillTemplate, templateDisplay, templateSlots } from '@parley/contract/template-fill';
import type { Template, Thread } from '@parley/contract/types';
import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Form, FormError } from '../../ui/form.tsx';
import { Drawer } from '../../ui/layer/drawer.tsx';
import { useForm } from '../../ui/use-form.ts';
import { contactName } from '../contacts/public.ts';
import { useAccount, useRows } from '../sync/public.ts';
import { merged, prefill } from './prefill.ts';
import { sendTemplate } from './send-template.ts';
import { SlotField } from './slot-field.tsx';
import { TemplatePreview } from './template-preview.tsx';
import styles from './templates.module.css';
import { useCategoryWords } from './use-category-words.ts';
import { usePerson } from './use-person.ts';
import { useSlotCheck } from './use-slot-check.ts';

export type TemplateFormProps = {
  title: string;
  template: Template;
  thread: Thread;
  /** Goes back to the list. */
  onAnother: () => void;
  onClose: () => void;
};

/** The values of a template beside how it will look; what the contact tells stands there already. */
export function TemplateForm({ title, template, thread, onAnother, onClose }: TemplateFormProps) {
  const { t } = useLingui();
  const account = useAccount();
  const id = useId();
  const slots = templateSlots(template);
  const categoryWords = useCategoryWords();
  const check = useSlotCheck(template);
  const customFields = useRows('clients')[0]?.custom_fields ?? [];
  const person = usePerson(thread);
  /** What somebody typed wins over what the contact tells, also when the contact comes later. */
  const [typed, setTyped] = useState<Record<string, string>>({});
  const values = { ...prefill(template, person, customFields), ...typed };
  const [kept, setKept] = useState(true);
  const form = useForm<Record<string, string>>({
    initial: {},
    check: () => check(values, person),
    send: async () => {
      try {
        await sendTemplate(account, thread, template, merged(values, person).values);
      } catch {
        return setKept(false);
      }
      onClose();
    },
  });
  const components = fillTemplate(template, merged(values, person).values);
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
            variant="filled"
            type="submit"
            form={id}
            busy={form.busy}
            data-focus={slots.length === 0 || undefined}
          >
            {t`Send`}
          </Button>
        </>
      }
    >
      <div className={styles.fill}>
        <p className={styles.quiet}>
          <bdi className={styles.name}>{template.name}</bdi>
          {['', template.language, ...[categoryWords(template.category)].filter(Boolean)].join(' · ')}
        </p>
        <TemplatePreview
          label={t`How it will look for ${name}`}
          name={template.name}
          display={templateDisplay(template, components)}
        />
        <Form id={id} onSubmit={form.submit}>
          <FormError>
            {form.problem ?? (kept ? null : t`This browser could not keep the message. Nothing was sent.`)}
          </FormError>
          {slots.map((slot, at) => (
            <SlotField
              key={slot.key}
              slot={slot}
              first={at === 0}
              value={values[slot.key] ?? ''}
              error={form.errors[slot.key] ?? null}
              person={person}
              customFields={customFields}
              onChange={(value) => {
                setTyped((before) => ({ ...before, [slot.key]: value }));
                form.set(slot.key, value);
              }}
            />
          ))}
        </Form>
        {template.category === 'MARKETING' && (
          <p
            className={styles.quiet}
          >{t`This is marketing: WhatsApp may hold it back from people who got a lot of it.`}</p>
        )}
      </div>
    </Drawer>
  );
}
