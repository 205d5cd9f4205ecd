import { useLingui } from '@lingui/react/macro';
import type { AccountExport } from '@parley/contract/types';
import { dateFormat } from '../../../../platform/date-format.ts';
import { Button } from '../../../../ui/button.tsx';
import { sizeText } from '../../../../ui/fields/file-rules.ts';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { Progress } from '../../../../ui/progress.tsx';
import { useAction } from '../../../../ui/use-action.ts';
import { useSecondsText } from '../../../../ui/use-duration-text.ts';
import { useHashTarget } from '../../../../ui/use-hash-target.ts';
import { PermissionNote, useRefusal } from '../../../team/public.ts';
import {
  cancelAccountExport,
  isInProgress,
  saveAccountExport,
  startAccountExport,
  useAccountExport,
} from '../../data/account-export.ts';
import styles from './business.module.css';
import { ExportForm } from './export-form.tsx';

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
      onExport={startAccountExport}
      onCancel={() => void run(cancelAccountExport)}
      onSave={() => void run(saveAccountExport)}
    />
  );
}

export type ExportStateProps = {
  file: AccountExport | null;
  busy: boolean;
  onExport: (password: string | undefined) => Promise<void>;
  onCancel: () => void;
  onSave: () => void;
};

/** What the newest export is, and the buttons. */
export function ExportState({ file, busy, onExport, onCancel, onSave }: ExportStateProps) {
  const { t, i18n } = useLingui();
  const secondsText = useSecondsText();
  const running = isInProgress(file);
  const ready = file?.state === 'done' && file.size_bytes !== null && file.expires_at !== null ? file : null;
  const size = sizeText(ready?.size_bytes ?? 0);
  const made = dateFormat(i18n.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(file?.created_at ?? 0),
  );
  const until = dateFormat(i18n.locale, { dateStyle: 'medium' }).format(new Date(ready?.expires_at ?? 0));
  const share = file === null || file.total === 0 ? 0 : file.done / file.total;
  const percent = i18n.number(share, { style: 'percent' });
  const left = file?.remaining_s == null ? '' : t`done in about ${secondsText(file.remaining_s)}`;
  return (
    <>
      <p className={styles.quiet}>
        {t`Contacts, conversations, files, templates, broadcasts, automations, settings and the audit log in one file: with pages to read and search in a browser, for another installation of Parley or other programs. Passwords, tokens and API keys are not in it.`}
      </p>
      {running && (
        <>
          <Progress
            label={t`Exporting everything`}
            note={share === 0 ? t`Waiting` : [percent, left].filter(Boolean).join(' · ')}
            value={share}
          />
          <p className={styles.quiet}>{t`You can leave this page. It continues, and you find it here again.`}</p>
          <p className={styles.actions}>
            <Button busy={busy} onClick={onCancel}>
              {t`Cancel export`}
            </Button>
          </p>
        </>
      )}
      {ready !== null && <p>{t`The file of ${made} is ready (${size}). It is deleted on ${until}.`}</p>}
      {ready?.encrypted && (
        <p className={styles.quiet}>{t`It opens with its password only, with the program age or on import.`}</p>
      )}
      {file?.state === 'failed' && <p role="alert">{t`The export of ${made} failed. Try again.`}</p>}
      {ready !== null && (
        <p className={styles.actions}>
          <Button variant="filled" busy={busy} onClick={onSave}>
            {t`Download file`}
          </Button>
        </p>
      )}
      {!running && <ExportForm again={ready !== null} onExport={onExport} />}
    </>
  );
}
