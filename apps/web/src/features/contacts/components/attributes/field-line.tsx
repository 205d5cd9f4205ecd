import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { CustomField, FieldUse } from '@parley/contract/types';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { Badge } from '../../../../ui/badge.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { useWithSandbox } from '../../../sandbox/public.ts';
import { RowMenu } from '../../../team/public.ts';
import { typeTitles } from '../../data/field-types.ts';
import styles from './custom-attributes.module.css';

export type FieldLineProps = {
  field: CustomField;
  /** What uses it, for those who manage fields. */
  uses: readonly FieldUse[];
  manages: boolean;
  first: boolean;
  last: boolean;
  onMove: (step: 1 | -1) => void;
  onEdit: () => void;
  onUses: () => void;
  onDelete: () => void;
  onShow: () => void;
};

/** One field: its name, its variable, its type, where it is used, and its actions. */
export function FieldLine({
  field,
  uses,
  manages,
  first,
  last,
  onMove,
  onEdit,
  onUses,
  onDelete,
  onShow,
}: FieldLineProps) {
  const { t, i18n } = useLingui();
  const { name, type, hidden, used_by: usedBy, sandbox_count, used_in_segments: segments } = field;
  const withSandbox = useWithSandbox();
  const contacts = withSandbox(t`${plural(usedBy, { one: '# contact', other: '# contacts' })}`, sandbox_count);
  const hasContacts = usedBy + (sandbox_count ?? 0) > 0;
  // Who doesn't manage fields sees only the number of segments.
  const places = Math.max(uses.length, segments);
  return (
    <li className={styles.item} data-field={name}>
      <span className={styles.names}>
        {manages ? (
          <button type="button" className={styles.name} aria-keyshortcuts="F2" onClick={onEdit}>
            <bdi className="cut-off">{name}</bdi>
          </button>
        ) : (
          <bdi className={styles.name}>{name}</bdi>
        )}
        <code dir="ltr">{`{{${name}}}`}</code>
      </span>
      <span className={styles.type}>
        {i18n._(typeTitles[type])} {hidden && <Badge>{t`Hidden`}</Badge>}
      </span>
      <span className={`${styles.quiet} ${styles.uses}`}>
        {hasContacts && t`Used by ${contacts}`}
        {hasContacts && places > 0 && ' · '}
        {uses.length > 0 ? (
          <button type="button" className={styles.usesButton} onClick={onUses}>
            {t`${plural(uses.length, { one: 'Used in # place', other: 'Used in # places' })}`}
            <span className="visually-hidden">{t`: ${name}`}</span>
          </button>
        ) : (
          segments > 0 && t`${plural(segments, { one: '# segment', other: '# segments' })}`
        )}
        {!hasContacts && places === 0 && t`Not used yet`}
      </span>
      {manages && (
        <span className={styles.actions}>
          <IconButton
            size="sm"
            label={t`Move ${name} up`}
            aria-disabled={first || undefined}
            onClick={() => !first && onMove(-1)}
          >
            <IconChevronUp {...smallIcon} />
          </IconButton>
          <IconButton
            size="sm"
            label={t`Move ${name} down`}
            aria-disabled={last || undefined}
            onClick={() => !last && onMove(1)}
          >
            <IconChevronDown {...smallIcon} />
          </IconButton>
          <RowMenu
            label={name}
            groups={[
              [
                { id: 'edit', label: t`Rename or change type`, note: 'F2', run: onEdit },
                ...(hidden ? [{ id: 'show', label: t`Show again`, run: onShow }] : []),
              ],
              [{ id: 'delete', label: t`Hide or delete`, danger: true, run: onDelete }],
            ]}
          />
        </span>
      )}
    </li>
  );
}
