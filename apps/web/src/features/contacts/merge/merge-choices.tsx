import { useLingui } from '@lingui/react/macro';
import type { Contact } from '@parley/contract/types';
import { useId } from 'react';
import styles from '../components/dialogs.module.css';
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
  const nameOf = (contact: Contact) =>
    contact.name || contact.username || contact.phone_number || contact.phone_masked || t`No name`;
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
                <bdi>{contact.phone_number === null ? contact.phone_masked : `+${contact.phone_number}`}</bdi>
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
              <bdi>{value}</bdi>
            </label>
          ))}
        </fieldset>
      ))}
    </>
  );
}
