import { useLingui } from '@lingui/react/macro';
import type { ColumnMapping, ImportRules } from '@parley/contract/types';
import { Checkbox, Switch } from '../../../../ui/checkbox.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import type { ImportDraft } from '../../data/import/draft.ts';
import { useLists } from '../../data/import/import-data.ts';
import styles from './import.module.css';
import ruleStyles from './rules-step.module.css';

export type RuleFieldsProps = {
  mapping: readonly ColumnMapping[];
  rules: ImportRules;
  onChange: (changes: Partial<ImportRules>) => void;
  /** What a new list for the contacts would be called; null: there is none. */
  newListName: string | null;
};

const hasOptInColumn = (mapping: readonly ColumnMapping[]) => mapping.some(({ target }) => target === 'opted_in_at');

/** Everyone opted in, but it is not said where. */
export function lacksOptInSource({ mapping, rules }: ImportDraft): boolean {
  return rules.opt_in_source?.trim() === '' && !hasOptInColumn(mapping);
}

/** What to do with existing contacts, which lists to add to, and who opted in. */
export function RuleFields({ mapping, rules, onChange: set, newListName }: RuleFieldsProps) {
  const { t } = useLingui();
  const agreed = rules.opt_in_source !== undefined;
  const byColumn = hasOptInColumn(mapping);
  const conflictHelp = {
    fill: t`Existing values don’t change; the file only fills empty ones.`,
    keep: t`Names and fields of existing contacts don’t change, even if they are empty.`,
    overwrite: t`The file’s names and values replace yours.`,
  };
  const purposeHelp = {
    both: t`New contacts are added, existing contacts are updated.`,
    add: t`New contacts are added; existing contacts don’t change.`,
    update: t`Existing contacts are updated; no contacts are added.`,
  };
  return (
    <>
      <div className={ruleStyles.rule}>
        <h2>{t`File purpose`}</h2>
        <Segments
          label={t`File purpose`}
          value={rules.purpose}
          onChange={(purpose) => set({ purpose })}
          segments={[
            { value: 'both', label: t`Add and update` },
            { value: 'add', label: t`Only add` },
            { value: 'update', label: t`Only update` },
          ]}
        />
        <p className={styles.quiet}>
          {purposeHelp[rules.purpose]} {t`Contacts are matched by phone number.`}
        </p>
      </div>
      {rules.purpose !== 'add' && (
        <div className={ruleStyles.rule}>
          <h2>{t`When values differ`}</h2>
          <Segments
            label={t`When values differ`}
            value={rules.conflict}
            onChange={(conflict) => set({ conflict })}
            segments={[
              { value: 'fill', label: t`Fill empty fields` },
              { value: 'keep', label: t`Keep existing` },
              { value: 'overwrite', label: t`Overwrite` },
            ]}
          />
          <p className={styles.quiet}>{conflictHelp[rules.conflict]}</p>
          {rules.conflict === 'overwrite' && (
            <Switch checked={rules.blanks === 'clear'} onChange={(on) => set({ blanks: on ? 'clear' : 'ignore' })}>
              {t`Empty cells clear the field`}
            </Switch>
          )}
        </div>
      )}
      <div className={ruleStyles.rule}>
        <h2>{t`Add all to lists`}</h2>
        <ListChoice rules={rules} set={set} newListName={newListName} />
      </div>
      <div className={ruleStyles.rule}>
        <h2>{t`Marketing opt-in`}</h2>
        {byColumn ? (
          <p className={styles.quiet}>{t`A column in the file says who opted in.`}</p>
        ) : (
          <Switch checked={agreed} onChange={(on) => set({ opt_in_source: on ? '' : undefined })}>
            {t`All contacts in this file agreed to receive messages`}
          </Switch>
        )}
        {mapping.some(({ target }) => target === 'opted_out_at') && (
          <p className={styles.quiet}>
            {t`A column in the file says who opted out. They get no marketing messages, whatever the other columns say.`}
          </p>
        )}
        {(agreed || byColumn) && (
          <TextField
            label={t`Where and how they opted in`}
            note={byColumn ? t`optional` : undefined}
            help={t`Saved with each contact as proof of consent.`}
            placeholder={t`Ticked the box in our web shop`}
            data-enter-next
            maxLength={200}
            value={rules.opt_in_source ?? ''}
            onChange={({ target: { value } }) =>
              // Without a text the switch stays on; a column needs no text.
              set({ opt_in_source: value === '' && byColumn ? undefined : value })
            }
          />
        )}
      </div>
    </>
  );
}

type ListProps = { rules: ImportRules; set: (changes: Partial<ImportRules>) => void; newListName: string | null };

function ListChoice({ rules, set, newListName }: ListProps) {
  const { t } = useLingui();
  const lists = useLists().data ?? [];
  const toggle = (id: string, on: boolean) =>
    set({
      contact_list_ids: on ? [...rules.contact_list_ids, id] : rules.contact_list_ids.filter((one) => one !== id),
    });
  return (
    <>
      {newListName !== null && (
        <Switch
          checked={rules.new_list_name !== undefined}
          onChange={(on) => set({ new_list_name: on ? newListName || t`Import` : undefined })}
        >
          {t`A new list`}
        </Switch>
      )}
      {rules.new_list_name !== undefined && (
        <TextField
          label={t`Name of the new list`}
          data-enter-next
          maxLength={200}
          value={rules.new_list_name}
          onChange={(event) => set({ new_list_name: event.target.value })}
        />
      )}
      {lists.length > 0 && (
        <fieldset className={ruleStyles.lists}>
          <legend>{t`Existing lists`}</legend>
          {lists.map(({ id, name }) => (
            <Checkbox
              key={id}
              checked={rules.contact_list_ids.includes(id)}
              onChange={(event) => toggle(id, event.target.checked)}
            >
              <bdi>{name}</bdi>
            </Checkbox>
          ))}
        </fieldset>
      )}
    </>
  );
}
