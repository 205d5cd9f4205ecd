import { useLingui } from '@lingui/react/macro';
import type { Contact } from '@parley/contract/types';
import { inputClass } from '../../../ui/field.tsx';
import { useContactCalls } from '../data/use-contact-calls.ts';
import { EditedFact } from './edited-fact.tsx';

/** The name that the team gave the contact; without one, the user name or number is shown in its place. */
export function NameFact({ contact, edits }: { contact: Contact; edits: boolean }) {
  const { t } = useLingui();
  const calls = useContactCalls();
  return (
    <EditedFact
      name={t`Name`}
      saved={contact.name}
      edits={edits}
      editor={(typed, onChange) => (
        <input
          aria-label={t`Name`}
          className={inputClass()}
          dir="auto"
          autoComplete="off"
          maxLength={200}
          value={typed}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      onSave={async (next, failed) => (await calls.update(contact.id, { name: next }, failed))[0] === 1}
    >
      <bdi>{contact.name}</bdi>
    </EditedFact>
  );
}
