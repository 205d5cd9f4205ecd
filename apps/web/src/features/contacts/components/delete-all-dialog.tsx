import { useLingui } from '@lingui/react/macro';
import type { ContactTotal } from '@parley/contract/types';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { useServerWords } from '../../../ui/request-words.ts';
import { toast } from '../../../ui/toast.ts';
import { useRows } from '../../sync/public.ts';
import { useBulkJobs } from '../bulk-jobs.ts';
import { useContactCalls } from '../client/use-contact-calls.ts';

/** The one act that is typed for: everybody of the account goes to the trash. */
export function DeleteAllDialog({ total, onClose }: { total: ContactTotal | null; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const calls = useContactCalls();
  const { jobs } = useBulkJobs();
  const serverWords = useServerWords();
  const name = useRows('clients')[0]?.name ?? '';
  const number = total === null ? '' : i18n.number(total.count + (total.sandbox_count ?? 0));
  return (
    <ConfirmDialog
      title={total === null ? t`Delete all contacts?` : t`Delete all ${number} contacts?`}
      confirm={total === null ? t`Delete all contacts` : t`Delete all ${number}`}
      keep={t`Keep them`}
      typed={{ word: name, label: t`Type ${name} to show that you mean it` }}
      onClose={onClose}
      problem={(error) => (error instanceof NothingDeleted ? error.message : serverWords(error))}
      onConfirm={async () => {
        let why = '';
        const jobId = await calls.deleteAll(name, (error) => {
          why = serverWords(error);
        });
        if (jobId === false) {
          const nothing = t`Nothing was deleted.`;
          toast({ message: t`Nothing was deleted` });
          throw new NothingDeleted(why.includes(nothing) ? why : `${nothing} ${why}`);
        }
        await jobs.follow(jobId, null);
      }}
    >
      <p>{t`Everybody leaves every list and goes to Deleted. For 30 days all of them can be brought back together; conversations stay.`}</p>
    </ConfirmDialog>
  );
}

class NothingDeleted extends Error {}
