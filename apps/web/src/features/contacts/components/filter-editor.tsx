import { useLingui } from '@lingui/react/macro';
import type { ContactList, CustomField, Filter, FilterCondition } from '@parley/contract/types';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { draftOf, type FilterDraft, filterOf, isComplete } from '../data/filters.ts';
import { ConditionLine, newCondition } from './condition-line.tsx';
import styles from './filters.module.css';

export type FilterEditorProps = {
  filter: Filter | null;
  lists: readonly ContactList[];
  fields: readonly CustomField[];
  masked: boolean;
  onApply: (filter: Filter | null) => void;
  onClose: () => void;
};

type Group = FilterDraft['groups'][number];
/** Conditions under edit need keys of their own: two may be equal. */
type Line = { key: number; condition: FilterCondition };
type Lines = { join: 'all' | 'any'; groups: { key: number; join: 'all' | 'any'; lines: Line[] }[] };

let nextKey = 0;

function linesOf({ join, groups }: FilterDraft): Lines {
  const withKeys = (group: Group) => ({
    key: nextKey++,
    join: group.join,
    lines: group.conditions.map((condition) => ({ key: nextKey++, condition })),
  });
  return { join, groups: groups.map(withKeys) };
}

function emptyGroup(): Lines['groups'][number] {
  return { key: nextKey++, join: 'all', lines: [{ key: nextKey++, condition: newCondition }] };
}

/** The filter editor: groups of conditions, all or any within a group and among groups. */
export function FilterEditor(props: FilterEditorProps) {
  const { t } = useLingui();
  const { lists, fields, masked } = props;
  const draft = draftOf(props.filter);
  const [state, setState] = useState<Lines>(() => {
    const lines = linesOf(draft ?? { join: 'all', groups: [] });
    return lines.groups.length === 0 ? { ...lines, groups: [emptyGroup()] } : lines;
  });
  const { join, groups } = state;
  const set = (change: Partial<Lines>) => setState({ ...state, ...change });
  const setGroup = (key: number, change: Partial<Lines['groups'][number]>) =>
    set({ groups: groups.map((group) => (group.key === key ? { ...group, ...change } : group)) });
  const unfinished = groups.some(({ lines }) => lines.some(({ condition }) => !isComplete(condition)));
  const apply = () => {
    const conditions = groups.map((group) => ({
      join: group.join,
      conditions: group.lines.map(({ condition }) => condition).filter(isComplete),
    }));
    props.onApply(filterOf({ join, groups: conditions }));
  };
  return (
    <Dialog
      title={t`Filter contacts`}
      size="lg"
      lightDismiss={false}
      onClose={props.onClose}
      footer={
        <>
          {props.filter && <Button variant="plain" onClick={() => props.onApply(null)}>{t`Remove all`}</Button>}
          <Button onClick={props.onClose}>{t`Cancel`}</Button>
          <Button variant="filled" onClick={apply}>{t`Apply`}</Button>
        </>
      }
    >
      <div className={styles.editor}>
        {draft === null && (
          <p
            className={styles.nothing}
          >{t`This filter is nested deeper than shown here. Applying another replaces it.`}</p>
        )}
        {groups.length > 1 && (
          <div className={styles.joins}>
            <JoinChoice
              label={t`Match groups`}
              words={{ all: t`All groups`, any: t`Any group` }}
              value={join}
              onChange={(next) => set({ join: next })}
            />
          </div>
        )}
        {groups.map((group, place) => (
          <fieldset key={group.key} className={styles.group}>
            <legend>{groups.length > 1 ? t`Group ${place + 1}` : t`Conditions`}</legend>
            {group.lines.length > 1 && (
              <JoinChoice
                label={t`Match conditions`}
                words={{ all: t`All conditions`, any: t`Any condition` }}
                value={group.join}
                onChange={(next) => setGroup(group.key, { join: next })}
              />
            )}
            {group.lines.map(({ key, condition }) => (
              <ConditionLine
                key={key}
                condition={condition}
                lists={lists}
                fields={fields}
                masked={masked}
                onChange={(next) =>
                  setGroup(group.key, {
                    lines: group.lines.map((line) => (line.key === key ? { key, condition: next } : line)),
                  })
                }
                onRemove={() => {
                  const lines = group.lines.filter((line) => line.key !== key);
                  if (lines.length > 0) setGroup(group.key, { lines });
                  else set({ groups: groups.filter((one) => one.key !== group.key) });
                }}
              />
            ))}
            <div className={styles.joins}>
              <Button
                size="sm"
                onClick={() =>
                  setGroup(group.key, { lines: [...group.lines, { key: nextKey++, condition: newCondition }] })
                }
              >
                <IconPlus {...smallIcon} />
                {t`Condition`}
              </Button>
            </div>
          </fieldset>
        ))}
        <div className={styles.joins}>
          <Button size="sm" onClick={() => set({ groups: [...groups, emptyGroup()] })}>
            <IconPlus {...smallIcon} />
            {t`Group`}
          </Button>
          {unfinished && <span className={styles.nothing}>{t`Empty conditions are ignored.`}</span>}
        </div>
      </div>
    </Dialog>
  );
}

type JoinChoiceProps = {
  label: string;
  words: { all: string; any: string };
  value: 'all' | 'any';
  onChange: (value: 'all' | 'any') => void;
};

function JoinChoice(props: JoinChoiceProps) {
  return (
    <Segments
      size="sm"
      label={props.label}
      value={props.value}
      onChange={props.onChange}
      segments={[
        { value: 'all', label: props.words.all },
        { value: 'any', label: props.words.any },
      ]}
    />
  );
}
