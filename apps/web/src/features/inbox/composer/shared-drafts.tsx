import { useLingui } from '@lingui/react/macro';
import type { SharedDraft } from '@parley/contract/types';
import { IconPencil, IconUsers } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { ApiError } from '../../../platform/errors.ts';
import { listText } from '../../../platform/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { toast } from '../../../ui/toast.ts';
import { useConnectionState, useFindUser } from '../../sync/public.ts';
import { shortName } from '../bubble/author-label.ts';
import styles from './shared-drafts.module.css';

export type SharedDraftsProps = {
  drafts: readonly SharedDraft[];
  uid: string;
  onStop: () => Promise<void>;
  /** Makes a draft the member's own and shows it in the field. */
  onUse: (draft: SharedDraft) => Promise<void>;
};

/** Above the field: what members share of their drafts in this conversation. */
export function SharedDraftList({ drafts, uid, onStop, onUse }: SharedDraftsProps) {
  const { t } = useLingui();
  const offline = useConnectionState() === 'offline';
  const attempt = useAttempt();
  const findUser = useFindUser();
  const theirs = drafts.filter(({ user_id }) => user_id !== uid);
  const own = drafts.find(({ user_id, shared }) => user_id === uid && shared);
  const nameOf = (id: string) => shortName(findUser(id)?.name ?? t`A member`);
  const names = theirs.filter(({ shared }) => shared).map(({ user_id }) => nameOf(user_id));
  const announced = listText(names);
  return (
    <section className={styles.drafts} aria-label={t`Shared drafts`}>
      <p className="visually-hidden" role="status">
        {names.length > 0 && t`Shared drafts: ${announced}`}
      </p>
      {theirs.map((draft) => (
        <DraftRow
          key={draft.user_id}
          draft={draft}
          name={nameOf(draft.user_id)}
          mine={draft.taken_from === uid}
          blocked={offline || attempt.busy}
          onUse={() => attempt.run(() => onUse(draft))}
        />
      ))}
      {own !== undefined && (
        <div className={styles.row}>
          <div className={styles.what}>
            <p className={styles.by}>
              <IconUsers {...smallIcon} />
              {t`Your draft is shared with the team.`}
            </p>
          </div>
          <Button size="sm" variant="plain" blocked={offline || attempt.busy} onClick={() => attempt.run(onStop)}>
            {t`Stop sharing`}
          </Button>
        </div>
      )}
      {offline && <p className={styles.offline}>{t`You’re offline. Shared drafts may have changed.`}</p>}
    </section>
  );
}

/** A longer text is shown by its first lines until it is opened. */
const shortText = 160;

type RowProps = { draft: SharedDraft; name: string; mine: boolean; blocked: boolean; onUse: () => void };

function DraftRow({ draft, name, mine, blocked, onUse }: RowProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const id = useId();
  const { text, shared } = draft;
  const long = text.length > shortText || text.split('\n').length > 2;
  return (
    <div className={styles.row} data-shared-draft={draft.user_id}>
      <div className={styles.what}>
        <p className={styles.by}>
          <IconPencil {...smallIcon} />
          <bdi>{mine ? t`${name} took over your draft` : t`Draft by ${name}`}</bdi>
        </p>
        {shared && (
          <p id={id} className={open || !long ? styles.text : `${styles.text} ${styles.clamped}`} dir="auto">
            {text}
          </p>
        )}
        {shared && long && (
          <Button
            size="sm"
            variant="plain"
            aria-expanded={open}
            aria-controls={id}
            className={styles.more}
            onClick={() => setOpen(!open)}
          >
            {open ? t`Show less` : t`Show all`}
          </Button>
        )}
      </div>
      {shared && (
        <Button size="sm" blocked={blocked} onClick={onUse} aria-label={t`Use draft by ${name}`}>
          {t`Use draft`}
        </Button>
      )}
    </div>
  );
}

/** One call at a time, with its failure in words. */
function useAttempt() {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const run = (work: () => Promise<void>) => {
    setBusy(true);
    work()
      .catch((error: unknown) => {
        const refused = error instanceof ApiError;
        const changed = refused && error.code === 'version_conflict';
        toast({
          message: changed
            ? t`This draft changed in the meantime. Check it and try again.`
            : refused
              ? error.message
              : t`Couldn’t reach the server. Try again.`,
        });
      })
      .finally(() => setBusy(false));
  };
  return { busy, run };
}
