import { useLingui } from '@lingui/react/macro';
import type { AccountExport } from '@parley/contract/types';
import { dateFormat } from '../../../../platform/date-format.ts';
import { Button } from '../../../../ui/button.tsx';
import { sizeText } from '../../../../ui/fields/file-rules.ts';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { Progress } from '../../../../ui/progress.tsx';
import { useAction } from '../../../../ui/use-action.ts';
import { useHashTarget } from '../../../../ui/use-hash-target.ts';
import { PermissionNote, useRefusal } from '../../../team/public.ts';
import { isInProgress, saveAccountExport, startAccountExport, useAccountExport } from '../../data/account-export.ts';
import styles from './business.module.css';

/** Everything of the account in one file: for Owners; others see who can. */
export function ExportSection() {
  const { t } = useLingui();
  const section = useHashTarget('export');
  const isOwner = useRefusal('account.export') === null;
  return (
    <section ref={section} id="export" className={styles.section} aria-label={t`Export everything`}>
      <h2>{t`Export everything`}</h2>
      {isOwner ? <Export /> : <PermissionNote right="account.export" />}
    </section>
  );
}

function Export() {
  const { t } = useLingui();
  const found = useAccountExport(true);
  const { busy, run } = useAction();
  if (found.isError) {
    return <ProblemState title={t`Couldn’t load this`} error={found.error} onRetry={() => void found.refetch()} />;
  }
  return (
    <ExportState
      file={found.data ?? null}
      busy={busy || found.isPending}
      onExport={() => void run(startAccountExport)}
      onSave={() => void run(saveAccountExport)}
    />
  );
}

export type ExportStateProps = {
  file: AccountExport | null;
  busy: boolean;
  onExport: () => void;
  onSave: () => void;
};

/** What the newest export is, and the buttons. */
export function ExportState({ file, busy, onExport, onSave }: ExportStateProps) {
  const { t, i18n } = useLingui();
  const running = isInProgress(file);
  const ready = file?.state === 'done' && file.size_bytes !== null && file.expires_at !== null ? file : null;
  const size = sizeText(ready?.size_bytes ?? 0);
  const made = dateFormat(i18n.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(file?.created_at ?? 0),
  );
  const until = dateFormat(i18n.locale, { dateStyle: 'medium' }).format(new Date(ready?.expires_at ?? 0));
  const share = file === null || file.total === 0 ? 0 : file.done / file.total;
  return (
    <>
      <p className={styles.quiet}>
        {t`Contacts, conversations, files, templates, broadcasts, automations, settings and the audit log in one file, for another installation of Parley or other programs. Passwords, tokens and API keys are not in it.`}
      </p>
      {running && (
        <Progress
          label={t`Exporting everything`}
          note={share === 0 ? t`Waiting` : i18n.number(share, { style: 'percent' })}
          value={share}
        />
      )}
      {ready !== null && <p>{t`The file of ${made} is ready (${size}). It is deleted on ${until}.`}</p>}
      {file?.state === 'failed' && <p role="alert">{t`The export of ${made} failed. Try again.`}</p>}
      <p className={styles.actions}>
        {ready !== null && (
          <Button variant="filled" busy={busy} onClick={onSave}>
            {t`Download file`}
          </Button>
        )}
        <Button busy={busy || running} onClick={onExport}>
          {ready === null ? t`Export everything` : t`Create a new file`}
        </Button>
      </p>
    </>
  );
}
