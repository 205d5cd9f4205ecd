import { useLingui } from '@lingui/react/macro';
import type { Contact } from '@parley/contract/types';
import { inputClass } from '../../../ui/field.tsx';
import { useContactCalls } from '../data/use-contact-calls.ts';
import { useContactEdits } from '../data/use-contact-edits.ts';
import { EditedFact } from './edited-fact.tsx';
import { WaitingFact } from './waiting-fact.tsx';

/** The name that the team gave the contact; without one, the user name or number is shown in its place. */
export function NameFact({ contact, edits }: { contact: Contact; edits: boolean }) {
  const { t } = useLingui();
  const calls = useContactCalls();
  const { entryOf, save, takeMine, discard } = useContactEdits(contact.id);
  const entry = entryOf('name');
  const shown = entry === undefined ? contact.name : String(entry.body.value);
  return (
    <EditedFact
      contactId={contact.id}
      part="name"
      name={t`Name`}
      saved={shown}
      waiting={
        entry && (
          <WaitingFact
            name={t`Name`}
            entry={entry}
            onUseMine={() => takeMine(entry)}
            onDiscard={() => discard(entry)}
          />
        )
      }
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
      onSave={(next, failed) =>
        save(
          { part: 'name', value: next, before: contact.name },
          async (tell) => (await calls.update(contact.id, { name: next }, tell))[0] === 1,
          failed,
        )
      }
    >
      <bdi>{shown}</bdi>
    </EditedFact>
  );
}
