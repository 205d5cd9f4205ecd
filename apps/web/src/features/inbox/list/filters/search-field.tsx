import { useLingui } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import { type RefObject, useId, useLayoutEffect } from 'react';
import { smallIcon } from '../../../../ui/icon.ts';
import { useRows } from '../../../sync/public.ts';
import styles from '../list-pane.module.css';
import type { ListFilter } from './list-filter.ts';
import { parseTyped } from './typed-filters.ts';

export type SearchFieldProps = {
  typed: string;
  onType: (typed: string | null) => void;
  field: RefObject<HTMLInputElement | null>;
  /** The filters of the list, which operators such as `is:unread` add to; absent where it has none. */
  filter?: ListFilter | undefined;
  onFilter?: ((filter: ListFilter) => void) | undefined;
};

/** The search above the list. Escape closes it. */
export function SearchField({ typed, onType, field, filter, onFilter }: SearchFieldProps) {
  const { t } = useLingui();
  const names = {
    users: useRows('users'),
    channels: useRows('channels').map(({ id, channel_label: name }) => ({ id, name })),
    labels: useRows('labels'),
    stages: useRows('stages'),
    lists: useRows('contact_lists'),
    fields: useRows('clients')[0]?.custom_fields ?? [],
  };
  /** Operators become filters as soon as they are complete. */
  const apply = (text: string, typing = false) => {
    const parsed = parseTyped(text, names, typing);
    if (onFilter === undefined || Object.keys(parsed.filter).length === 0) return onType(text);
    const is = [...new Set([...(filter?.is ?? []), ...(parsed.filter.is ?? [])])];
    onFilter({ ...filter, ...parsed.filter, is });
    onType(parsed.rest);
  };
  const hint = useId();
  const opened = typed === '';
  useLayoutEffect(() => {
    // With a text it was open before, and another part may have the focus.
    if (opened) field.current?.focus();
  }, [field, opened]);
  return (
    <>
      <div className={styles.search}>
        <IconSearch {...smallIcon} />
        <input
          ref={field}
          type="search"
          value={typed}
          aria-label={t`Search conversations by name or number`}
          placeholder={t`Name or number`}
          aria-describedby={typed === '' ? hint : undefined}
          onChange={(event) => {
            const { value } = event.target;
            apply(value, !value.endsWith(' '));
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) return apply(typed);
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            onType(null);
          }}
        />
      </div>
      {typed === '' && (
        <p id={hint} className={styles.searched}>
          {t`Also from:, is:unread, has:media, has:ad, since:, until:, assigned:me, label:, stage:, list:, channel:, field:`}
        </p>
      )}
    </>
  );
}
