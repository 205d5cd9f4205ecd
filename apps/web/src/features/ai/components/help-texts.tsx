import { useLingui } from '@lingui/react/macro';
import type { HelpText } from '@parley/contract/types';
import { IconFileImport, IconPencil, IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { removeHelpText, useHelpTexts } from '../data/ai-settings.ts';
import styles from './ai.module.css';
import { HelpTextDialog } from './help-text-dialog.tsx';
import { HelpTextImportDialog } from './help-text-import-dialog.tsx';
import { HelpTextOrigin } from './help-text-origin.tsx';

/** The account's texts that reply drafts may quote. @param named what is searched for at first */
export function HelpTexts({ named = '' }: { named?: string }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(named);
  const search = useDebounced(typed.trim(), 200);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useHelpTexts(search);
  const [editing, setEditing] = useState<HelpText | 'new' | null>(null);
  const [removing, setRemoving] = useState<HelpText | null>(null);
  /** The page that is read again; '': what to import is chosen first. */
  const [importing, setImporting] = useState<string | null>(null);
  return (
    <div className={styles.view}>
      <p>{t`Reply drafts look up the customer’s question here and quote the text they use. Up to 500 texts.`}</p>
      <span className={styles.buttons}>
        <Button onClick={() => setEditing('new')}>
          <IconPlus {...smallIcon} />
          {t`Add help text`}
        </Button>
        <Button onClick={() => setImporting('')}>
          <IconFileImport {...smallIcon} />
          {t`Import`}
        </Button>
      </span>
      <TextField
        label={t`Search help texts`}
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {error !== null && (
        <ProblemState title={t`Couldn’t load help texts`} error={error} onRetry={() => void refetch()} />
      )}
      {error === null && data === undefined && <Skeleton shape="text" label={t`Loading help texts`} count={4} />}
      {data?.length === 0 && <p className={styles.quiet}>{search === '' ? t`No help texts yet` : t`No results`}</p>}
      <ul className={styles.list}>
        {data?.map((text) => (
          <li key={text.id}>
            <div>
              <h3 dir="auto">{text.title}</h3>
              <p dir="auto">{text.body}</p>
              {text.source !== null && <HelpTextOrigin source={text.source} />}
            </div>
            <span className={styles.buttons}>
              {text.source?.kind === 'page' && (
                <IconButton
                  label={t`Update ${text.title} from page`}
                  size="sm"
                  onClick={() => setImporting(text.source?.name ?? '')}
                >
                  <IconRefresh {...icon} />
                </IconButton>
              )}
              <IconButton label={t`Edit ${text.title}`} size="sm" onClick={() => setEditing(text)}>
                <IconPencil {...icon} />
              </IconButton>
              <IconButton label={t`Delete ${text.title}`} size="sm" onClick={() => setRemoving(text)}>
                <IconTrash {...icon} />
              </IconButton>
            </span>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t`Load more`}
        </Button>
      )}
      {editing !== null && (
        <HelpTextDialog text={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
      {importing !== null && <HelpTextImportDialog url={importing} onClose={() => setImporting(null)} />}
      {removing !== null && (
        <ConfirmDialog
          title={t`Delete “${removing.title}”?`}
          confirm={t`Delete`}
          keep={t`Cancel`}
          onClose={() => setRemoving(null)}
          onConfirm={async () => {
            await removeHelpText(removing.id);
            toast({ message: t`Help text deleted` });
          }}
        >
          <p>{t`Reply drafts no longer quote it.`}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
