import { useLingui } from '@lingui/react/macro';
import type { Contact } from '@parley/contract/types';
import { useId } from 'react';
import { contactName } from '../../data/contact-name.ts';
import { chosenContactId, differencesOf } from '../../data/merge-choices.ts';
import { readableNumber } from '../../data/readable-number.ts';
import styles from '../dialogs.module.css';

export type MergeChoicesProps = {
  contacts: readonly Contact[];
  /** The id of the contact that remains. */
  survivorId: string;
  /** For each difference, the id of the contact whose value is kept. */
  choices: Record<string, string>;
  onSurvivorChange: (contactId: string) => void;
  onChoice: (key: string, contactId: string) => void;
};

/** Chooses the contact that remains, and the values to keep where they differ. */
export function MergeChoices({ contacts, survivorId, choices, onSurvivorChange, onChoice }: MergeChoicesProps) {
  const { t } = useLingui();
  const group = useId();
  const nameOf = (contact: Contact) => {
    const name = contactName(contact);
    return name === '?' ? (contact.phone_masked ?? t`No name`) : name;
  };
  const numberOf = ({ phone_number: digits, phone_masked: masked }: Contact) =>
    digits === null ? masked : readableNumber(digits);
  const labels: Record<string, string> = { name: t`Name`, phone_number: t`Phone number`, username: t`Username` };
  return (
    <>
      <fieldset className={styles.choices}>
        <legend>{t`Contact to keep`}</legend>
        {contacts.map((contact) => (
          <label key={contact.id} className={styles.choice}>
            <input
              type="radio"
              name={`${group}-stays`}
              checked={survivorId === contact.id}
              onChange={() => onSurvivorChange(contact.id)}
            />
            <span>
              <bdi>{nameOf(contact)}</bdi>
              <small>
                <bdi>{numberOf(contact)}</bdi>
              </small>
            </span>
          </label>
        ))}
      </fieldset>
      {differencesOf(contacts).map((difference) => (
        <fieldset key={difference.key} className={styles.choices}>
          <legend>{labels[difference.key] ?? difference.key.slice('custom:'.length)}</legend>
          {difference.values.map(({ contactId, value }) => (
            <label key={contactId} className={styles.choice}>
              <input
                type="radio"
                name={`${group}-${difference.key}`}
                checked={chosenContactId(difference, survivorId, choices) === contactId}
                onChange={() => onChoice(difference.key, contactId)}
              />
              <bdi>{difference.key === 'phone_number' && /^\d+$/.test(value) ? readableNumber(value) : value}</bdi>
            </label>
          ))}
        </fieldset>
      ))}
    </>
  );
}
