import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ContactList, ContactTotal, CustomField, Filter } from '@parley/contract/types';
import { IconBookmark, IconFilter, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Chip, ChipButton } from '../../../ui/chip.tsx';
import { icon } from '../../../ui/icon.ts';
import { FilterBar } from '../../../ui/table/table-bars.tsx';
import { chipsOf, withoutChip } from '../data/filters.ts';
import { FilterEditor } from './filter-editor.tsx';
import styles from './filters.module.css';
import { SegmentDialog } from './segment-dialog.tsx';
import { useFilterText } from './use-filter-text.ts';

export type ContactFiltersProps = {
  filter: Filter | null;
  onChange: (filter: Filter | null) => void;
  /** The filter that a new segment would save; null where there is none. */
  saves: Filter | null;
  lists: readonly ContactList[];
  fields: readonly CustomField[];
  masked: boolean;
  total: ContactTotal | null;
  children?: ReactNode;
  end: ReactNode;
};

/** The active filters as chips, the filter editor, saving as a segment, and the number of matches. */
export function ContactFilters(props: ContactFiltersProps) {
  const { t, i18n } = useLingui();
  const { filter, onChange, lists, fields, total } = props;
  const words = useFilterText(lists, fields);
  const [editing, setEditing] = useState(false);
  const [saving, setSaving] = useState(false);
  const countText = ({ count, exact, sandbox_count: ofSandbox }: ContactTotal) => {
    const atLeast = `${i18n.number(count)}+`;
    const contacts = exact ? t`${plural(count, { one: '# contact', other: '# contacts' })}` : t`${atLeast} contacts`;
    if (ofSandbox === undefined) return contacts;
    return t`${contacts} · ${plural(ofSandbox, { one: '# sandbox contact', other: '# sandbox contacts' })}`;
  };
  return (
    <FilterBar
      end={
        <>
          {total !== null && (
            <span className={styles.count} role="status">
              {countText(total)}
            </span>
          )}
          {props.end}
        </>
      }
    >
      {props.children}
      {chipsOf(filter).map((part, place) => (
        <Chip
          key={JSON.stringify(part)}
          look="on"
          removeLabel={t`Remove the filter “${words.text(part)}”`}
          onRemove={() => onChange(filter && withoutChip(filter, place))}
        >
          <button type="button" className={styles.chip} onClick={() => setEditing(true)}>
            {words.node(part)}
          </button>
        </Chip>
      ))}
      <ChipButton aria-haspopup="dialog" onClick={() => setEditing(true)}>
        {filter === null ? <IconPlus {...icon} /> : <IconFilter {...icon} />}
        {t`Filter`}
      </ChipButton>
      {props.saves && (
        <ChipButton aria-haspopup="dialog" onClick={() => setSaving(true)}>
          <IconBookmark {...icon} />
          {t`Save as segment`}
        </ChipButton>
      )}
      {editing && (
        <FilterEditor
          filter={filter}
          lists={lists}
          fields={fields}
          masked={props.masked}
          onClose={() => setEditing(false)}
          onApply={(next) => {
            onChange(next);
            setEditing(false);
          }}
        />
      )}
      {saving && props.saves && (
        <SegmentDialog question={{ kind: 'save', filter: props.saves }} onClose={() => setSaving(false)} />
      )}
    </FilterBar>
  );
}
