import { useLingui } from '@lingui/react/macro';
import type { Contact } from '@parley/contract/types';
import { useId } from 'react';
import styles from '../components/dialogs.module.css';
import { contactName } from '../contact-name.ts';
import { readableNumber } from '../readable-number.ts';
import { chosenOf, differencesOf } from './choices.ts';

export type MergeChoicesProps = {
  contacts: readonly Contact[];
  /** Who is left. */
  stays: string;
  /** Whose value is taken, by what differs. */
  choices: Record<string, string>;
  onStays: (contactId: string) => void;
  onChoice: (key: string, contactId: string) => void;
};

/** Who stays, and whose value is taken of what differs. */
export function MergeChoices({ contacts, stays, choices, onStays, onChoice }: MergeChoicesProps) {
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
        <legend>{t`Who stays`}</legend>
        {contacts.map((contact) => (
          <label key={contact.id} className={styles.choice}>
            <input
              type="radio"
              name={`${group}-stays`}
              checked={stays === contact.id}
              onChange={() => onStays(contact.id)}
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
                checked={chosenOf(difference, stays, choices) === contactId}
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
