import { useLingui } from '@lingui/react/macro';
import type { SessionTemplate } from '@parley/contract/types';
import { IconCornerUpLeft, IconPaperclip, IconStarFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { QueryScope } from '../../../../platform/query.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { findReplies } from '../../data/session-rules.ts';
import { useFavouriteIds } from '../../data/use-favourites.ts';
import { useSessionTemplates } from '../../data/use-session-templates.ts';
import styles from './reply-picker.module.css';

export { prefetchReplies } from '../../data/use-session-templates.ts';

export type ReplyPickerHandle = {
  /** @returns whether the key was for the list */
  onKeyDown: (event: KeyboardEvent) => boolean;
};

export type ReplyPickerProps = {
  /** What follows the slash. */
  typed: string;
  /** A reply as its reader gets it. */
  readsAs: (body: string) => string;
  onChoose: (reply: SessionTemplate) => void;
  onClose: () => void;
  ref?: Ref<ReplyPickerHandle>;
};

const most = 8;

/** Saved replies above a field whose text begins with a slash: arrows choose, Enter or Tab inserts, Escape closes. */
export function ReplyPicker(props: ReplyPickerProps) {
  return (
    <QueryScope>
      <Picker {...props} />
    </QueryScope>
  );
}

function Picker({ typed, readsAs, onChoose, onClose, ref }: ReplyPickerProps) {
  const { t } = useLingui();
  const id = useId();
  const { replies, state } = useSessionTemplates();
  const [index, setIndex] = useState(0);
  const favourites = useFavouriteIds();
  const shown = findReplies(replies, typed, favourites).slice(0, most);
  const active = Math.min(index, shown.length - 1);
  const choose = (reply: SessionTemplate) => {
    onChoose(reply);
    // Counted for the list of replies; inserting does not wait for it.
    void api('POST /api/session-templates/{id}/uses', { params: { id: reply.id } }).catch(() => undefined);
  };
  useImperativeHandle(ref, () => ({
    onKeyDown: (event) => {
      if (event.nativeEvent.isComposing) return false;
      const chosen = shown[active];
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      const isEnter = event.key === 'Enter' || event.key === 'Tab';
      // A shortcut typed faster than the replies load must not be sent as a message.
      const isEarly = isEnter && state.kind === 'loading';
      if (event.key === 'Escape') onClose();
      else if (step !== 0 && shown.length > 0) setIndex((active + step + shown.length) % shown.length);
      else if (isEnter && !event.shiftKey && chosen !== undefined) choose(chosen);
      else if (!isEarly) return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  }));
  return (
    <div className={styles.picker}>
      {shown.length === 0 ? (
        <p className={styles.none} role="status">
          {state.kind === 'loading' ? t`Loading saved replies` : t`No matching saved replies.`}{' '}
          <Link to="/templates/session" search={{ new: '1' }}>{t`New reply`}</Link>
        </p>
      ) : (
        <div role="listbox" aria-label={t`Saved replies`} id={id}>
          {shown.map((reply, at) => (
            <button
              key={reply.id}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              className={styles.option}
              // The focus stays in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(reply)}
            >
              <bdi className={styles.shortcut}>/{reply.shortcut}</bdi>
              <bdi className={styles.body}>{readsAs(reply.body)}</bdi>
              {favourites.includes(reply.id) && <IconStarFilled size={14} aria-label={t`Favourite`} />}
              {reply.attachments.length > 0 && <IconPaperclip {...smallIcon} aria-label={t`With files`} />}
              {reply.buttons.length > 0 && <IconCornerUpLeft {...smallIcon} aria-label={t`With reply buttons`} />}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
