import { useLingui } from '@lingui/react/macro';
import { cardLimits } from '@parley/contract/content-limits';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { PhoneField } from '../../../../ui/fields/phone-field.tsx';
import { contactName, readableNumber } from '../../../contacts/public.ts';
import { useRows } from '../../../sync/public.ts';
import { type CardChoices, cardChoices } from './card-choices.ts';
import { ContactSearch } from './contact-search.tsx';
import type { Drafts } from './drafts.ts';
import type { FormProps } from './form-props.ts';
import { LimitedField } from './limited-field.tsx';
import styles from './structured.module.css';

/** A contact card: of one of the account's contacts, or filled in by hand. */
export function ContactForm(props: FormProps<Drafts['contact']>) {
  const { t } = useLingui();
  const { draft, change, errorOf } = props;
  /** What the chosen contact has; null: by hand; undefined: not chosen yet. */
  const [choices, setChoices] = useState<CardChoices | null | undefined>(() =>
    // A draft that was kept is changed by hand.
    [draft.name, draft.organisation, ...draft.phones, ...draft.emails].every((text) => text === '') ? undefined : null,
  );
  if (choices === undefined) {
    return (
      <>
        <ContactSearch
          onChoose={(contact) => {
            const offered = cardChoices(contact);
            const phones = offered.phones.map((phone) => readableNumber(phone.slice(1)));
            setChoices({ ...offered, phones });
            change({ name: contactName(contact), organisation: '', phones, emails: offered.emails });
          }}
        />
        <span>
          <Button size="sm" onClick={() => setChoices(null)}>{t`Enter manually`}</Button>
        </span>
      </>
    );
  }
  return (
    <>
      <LimitedField
        label={t`Name`}
        first
        limit={cardLimits.name}
        value={draft.name}
        error={errorOf('name')}
        onChange={(name) => change({ name })}
      />
      {choices === null ? <ByHand {...props} /> : <FromContact {...props} choices={choices} />}
      <LimitedField
        label={t`Company`}
        note={t`optional`}
        limit={cardLimits.name}
        value={draft.organisation}
        error={errorOf('organisation')}
        onChange={(organisation) => change({ organisation })}
      />
      <span>
        <Button
          size="sm"
          onClick={() => {
            setChoices(undefined);
            change({ name: '', organisation: '', phones: [''], emails: [''] });
          }}
        >{t`Choose another contact`}</Button>
      </span>
    </>
  );
}

function ByHand({ draft, change, errorOf }: FormProps<Drafts['contact']>) {
  const { t } = useLingui();
  const homeCountry = useRows('clients')[0]?.country ?? 'GB';
  return (
    <>
      <PhoneField
        label={t`Phone number`}
        homeCountry={homeCountry}
        error={errorOf('phones.0')}
        onChange={(digits, typed) => change({ phones: [digits === null ? typed : readableNumber(digits)] })}
      />
      <TextField
        label={t`Email`}
        note={t`optional`}
        type="email"
        inputMode="email"
        autoComplete="off"
        value={draft.emails[0] ?? ''}
        error={errorOf('emails.0')}
        onChange={(event) => change({ emails: [event.target.value] })}
      />
    </>
  );
}

function FromContact({ draft, change, errorOf, choices }: FormProps<Drafts['contact']> & { choices: CardChoices }) {
  const { t } = useLingui();
  const error = errorOf('phones.0');
  const toggled = (all: readonly string[], chosen: readonly string[], value: string) =>
    all.filter((each) => chosen.includes(each) !== (each === value));
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{t`Details to send`}</legend>
      {choices.phones.map((phone) => (
        <Checkbox
          key={phone}
          checked={draft.phones.includes(phone)}
          onChange={() => change({ phones: toggled(choices.phones, draft.phones, phone) })}
        >
          <bdi>{phone}</bdi>
        </Checkbox>
      ))}
      {choices.emails.map((email) => (
        <Checkbox
          key={email}
          checked={draft.emails.includes(email)}
          onChange={() => change({ emails: toggled(choices.emails, draft.emails, email) })}
        >
          <bdi>{email}</bdi>
        </Checkbox>
      ))}
      {choices.phones.length + choices.emails.length === 0 && (
        <p className={styles.quiet}>{t`You can’t see this contact’s phone numbers or email addresses.`}</p>
      )}
      {error !== null && (
        <p role="alert" className={styles.wrong}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
