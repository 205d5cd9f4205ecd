import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ImportRules } from '@parley/contract/types';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox, Switch } from '../../../../ui/checkbox.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { TextField } from '../../../../ui/field.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import { listNameOf } from '../../data/import/draft.ts';
import { setImport, useLists } from '../../data/import/import-data.ts';
import { startCheck } from '../../data/import/start-check.ts';
import styles from './import.module.css';
import ruleStyles from './rules-step.module.css';
import type { StepProps } from './step-props.ts';
import { useEnterKey } from './use-enter-key.ts';

/** Step 3: what to do with existing contacts, and which lists to add to. */
export function RulesStep({ row, draft, setDraft, goTo }: StepProps) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { rules } = draft;
  const set = (changes: Partial<ImportRules>) => setDraft({ ...draft, rules: { ...rules, ...changes } });
  const [agreed, setAgreed] = useState(rules.opt_in_source !== undefined);
  const byColumn = draft.mapping.some(({ target }) => target === 'opted_in_at');
  const source = rules.opt_in_source ?? '';
  const missing = agreed && source.trim() === '';
  const check = async () => {
    setBusy(true);
    setProblem(null);
    try {
      setImport(await startCheck(row.id, draft));
      goTo({ step: 'check' });
    } catch (error) {
      setProblem(words(error));
      setBusy(false);
    }
  };
  const isBlocked = missing && !byColumn;
  useEnterKey(isBlocked || busy ? null : () => void check());
  const conflictHelp = {
    fill: t`Existing values don't change; the file only fills empty ones.`,
    keep: t`Names and fields of existing contacts don't change, even if they are empty.`,
    overwrite: t`The file's names and values replace yours.`,
  };
  const purposeHelp = {
    both: t`New contacts are added, existing contacts are updated.`,
    add: t`New contacts are added; existing contacts don't change.`,
    update: t`Existing contacts are updated; no contacts are added.`,
  };
  return (
    <div className={styles.column}>
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
          <h2>{t`If a contact has another value already`}</h2>
          <Segments
            label={t`If a contact has another value already`}
            value={rules.conflict}
            onChange={(conflict) => set({ conflict })}
            segments={[
              { value: 'fill', label: t`Fill blanks only` },
              { value: 'keep', label: t`Keep mine` },
              { value: 'overwrite', label: t`Use the file's value` },
            ]}
          />
          <p className={styles.quiet}>{conflictHelp[rules.conflict]}</p>
          {rules.conflict === 'overwrite' && (
            <Switch checked={rules.blanks === 'clear'} onChange={(on) => set({ blanks: on ? 'clear' : 'ignore' })}>
              {t`Empty cells of the file empty the field`}
            </Switch>
          )}
        </div>
      )}
      <div className={ruleStyles.rule}>
        <h2>{t`Add all to lists`}</h2>
        <ListChoice row={row} rules={rules} set={set} />
      </div>
      <div className={ruleStyles.rule}>
        <h2>{t`Marketing opt-in`}</h2>
        {byColumn ? (
          <p className={styles.quiet}>{t`A column in the file says who opted in.`}</p>
        ) : (
          <Switch
            checked={agreed}
            onChange={(on) => {
              setAgreed(on);
              if (!on) set({ opt_in_source: undefined });
            }}
          >
            {t`All contacts in this file agreed to receive messages`}
          </Switch>
        )}
        {(agreed || byColumn) && (
          <TextField
            label={t`Where and how they opted in`}
            note={byColumn ? t`optional` : undefined}
            help={t`Saved with each contact as proof of consent.`}
            placeholder={t`Ticked the box in our web shop`}
            data-enter-next
            maxLength={200}
            value={source}
            onChange={(event) => set({ opt_in_source: event.target.value === '' ? undefined : event.target.value })}
          />
        )}
      </div>
      <div className={styles.actions}>
        <Button variant="filled" busy={busy} blocked={isBlocked} onClick={() => void check()}>
          {t`${plural(row.rows, { one: 'Check # row', other: 'Check all # rows' })}`}
        </Button>
        <Button onClick={() => goTo({ step: 'map' })}>{t`Back`}</Button>
      </div>
      {isBlocked && <p className={styles.bad}>{t`Enter where and how they opted in, or turn it off.`}</p>}
      {problem !== null && (
        <p role="alert" className={styles.bad}>
          {problem}
        </p>
      )}
      <p className={styles.quiet}>{t`Checking does not import anything.`}</p>
    </div>
  );
}

type ListProps = { row: StepProps['row']; rules: ImportRules; set: (changes: Partial<ImportRules>) => void };

function ListChoice({ row, rules, set }: ListProps) {
  const { t } = useLingui();
  const lists = useLists().data ?? [];
  const toggle = (id: string, on: boolean) =>
    set({
      contact_list_ids: on ? [...rules.contact_list_ids, id] : rules.contact_list_ids.filter((one) => one !== id),
    });
  return (
    <>
      <Switch
        checked={rules.new_list_name !== undefined}
        onChange={(on) => set({ new_list_name: on ? listNameOf(row.name) || t`Import` : undefined })}
      >
        {t`A new list`}
      </Switch>
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
