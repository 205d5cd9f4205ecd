import { useLingui } from '@lingui/react/macro';
import type { Contact } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Switch } from '../../../../ui/checkbox.tsx';
import { Field, inputClass, TextField } from '../../../../ui/field.tsx';
import { DateField } from '../../../../ui/fields/date-field.tsx';
import { PhoneField } from '../../../../ui/fields/phone-field.tsx';
import { FormError } from '../../../../ui/form.tsx';
import { today } from '../../data/contact-draft.ts';
import { contactName } from '../../data/contact-name.ts';
import type { ContactForm } from '../../data/use-contact-form.ts';
import { ContactConflict } from './contact-conflict.tsx';
import styles from './contact-fields.module.css';
import { CustomFields } from './custom-fields.tsx';
import { ListsField } from './lists-field.tsx';

/** The form fields of a contact: number, name, lists, custom fields, opt-in. */
export function ContactFields({ form, contact }: { form: ContactForm; contact: Contact | null }) {
  const { t } = useLingui();
  const { draft, errors, existing, set } = form;
  const hidden = contact !== null && contact.phone_number === null && contact.phone_masked !== undefined;
  const frame = useRef<HTMLDivElement>(null);
  const { refusals } = form;
  useEffect(() => {
    if (refusals > 0) frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  return (
    <div ref={frame} className={styles.fields}>
      <FormError>{form.problem}</FormError>
      {form.conflict && <ContactConflict form={form} conflict={form.conflict} />}
      {hidden ? (
        <Field label={t`Phone`} help={t`Phone numbers are hidden for you.`}>
          {(ties) => <input {...ties} className={inputClass()} disabled value={contact.phone_masked} />}
        </Field>
      ) : (
        <Phone key={form.round} form={form} required={contact === null} />
      )}
      {existing && (
        <p className={styles.existing} role="status">
          <span>
            <bdi>{contactName(existing)}</bdi> {t`has this number already.`}
          </span>
          <Link to="/contacts/$id/edit" params={{ id: existing.id }}>{t`Open existing`}</Link>
        </p>
      )}
      <TextField
        label={t`Name`}
        autoComplete="off"
        dir="auto"
        maxLength={200}
        value={draft.name}
        error={errors.name ?? null}
        onChange={(event) => set({ name: event.target.value }, 'name')}
      />
      <ListsField value={draft.lists} error={errors.lists ?? null} onChange={(lists) => set({ lists }, 'lists')} />
      <CustomFields
        values={draft.fields}
        errors={errors}
        onChange={(fields, name) => set({ fields }, `field:${name}`)}
      />
      <fieldset className={styles.optIn}>
        <legend>{t`Marketing messages`}</legend>
        <Switch
          checked={draft.optedIn !== null}
          onChange={(on) => set({ optedIn: on ? today() : null }, 'optedIn')}
        >{t`Opted in`}</Switch>
        {draft.optedIn !== null && (
          <div className={styles.pair}>
            <DateField
              label={t`Since`}
              error={errors.optedIn ?? null}
              max={today()}
              value={draft.optedIn}
              onChange={(day) => set({ optedIn: day ?? today() }, 'optedIn')}
            />
            <TextField
              label={t`Opt-in source`}
              placeholder={t`At the counter`}
              autoComplete="off"
              dir="auto"
              maxLength={200}
              value={draft.source}
              error={errors.source ?? null}
              onChange={(event) => set({ source: event.target.value }, 'source')}
            />
          </div>
        )}
      </fieldset>
    </div>
  );
}

/** The phone number; on blur it checks whether another contact has it. */
function Phone({ form, required }: { form: ContactForm; required: boolean }) {
  const { t } = useLingui();
  // The initial value, not what is typed since.
  const [initial] = useState(form.draft.digits ?? (form.draft.typed.startsWith('0') ? form.draft.typed : null));
  return (
    <PhoneField
      label={t`Phone`}
      required={required}
      homeCountry={form.homeCountry}
      initial={initial}
      error={form.errors.phone ?? null}
      onChange={(digits, typed) => form.set({ digits, typed }, 'phone')}
      onLeave={(digits) => void form.checkNumber(digits)}
    />
  );
}
