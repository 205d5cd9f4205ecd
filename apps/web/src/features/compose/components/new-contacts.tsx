import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { uuidv7 } from '../../../platform/id.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextField } from '../../../ui/field.tsx';
import { useRows } from '../../sync/public.ts';
import type { ComposeDraft, NewContact } from '../data/draft.ts';
import type { ComposeTarget } from '../data/use-targets.ts';
import styles from './compose.module.css';

export type NewContactsProps = {
  /** Numbers without a contact. */
  targets: readonly ComposeTarget[];
  draft: Pick<ComposeDraft, 'newContacts' | 'newLists'>;
  onChange: (part: Partial<Pick<ComposeDraft, 'newContacts' | 'newLists'>>) => void;
};

/** Creates contacts for new numbers in the same step, with names and lists. */
export function NewContacts({ targets, draft, onChange }: NewContactsProps) {
  const { t } = useLingui();
  const lists = useRows('contact_lists');
  const { newContacts, newLists } = draft;
  const put = (digits: string, contact: NewContact | null) => {
    const { [digits]: _before, ...rest } = newContacts;
    onChange({ newContacts: contact === null ? rest : { ...rest, [digits]: contact } });
  };
  const count = targets.length;
  const saves = targets.some(({ recipient }) => newContacts[recipient.digits ?? ''] !== undefined);
  return (
    <fieldset className={styles.variables}>
      <legend className={styles.legend}>
        {t`${plural(count, { one: '# number is not a contact yet', other: '# numbers are not contacts yet' })}`}
      </legend>
      {targets.map(({ recipient, name }) => {
        const digits = recipient.digits ?? '';
        const made = newContacts[digits];
        return (
          <div key={digits} className={styles.variable}>
            <Checkbox
              checked={made !== undefined}
              onChange={(event) => put(digits, event.target.checked ? { name: '', id: uuidv7() } : null)}
            >
              {t`Save ${name} as contact`}
            </Checkbox>
            {made !== undefined && (
              <TextField
                label={t`Name of ${name}`}
                note={t`optional`}
                value={made.name}
                maxLength={200}
                dir="auto"
                autoComplete="off"
                onChange={(event) => put(digits, { ...made, name: event.target.value })}
              />
            )}
          </div>
        );
      })}
      {saves && lists.length > 0 && (
        <fieldset className={styles.lists}>
          <legend className={styles.legend}>{t`Lists of the new contacts`}</legend>
          {lists.map(({ id, name }) => (
            <Checkbox
              key={id}
              checked={newLists.includes(id)}
              onChange={(event) =>
                onChange({ newLists: event.target.checked ? [...newLists, id] : newLists.filter((one) => one !== id) })
              }
            >
              <bdi>{name}</bdi>
            </Checkbox>
          ))}
        </fieldset>
      )}
    </fieldset>
  );
}
