import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ContactTotal } from '@parley/contract/types';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useRows } from '../../sync/public.ts';
import { useBulkJobs } from '../data/bulk-jobs.ts';
import { useContactCalls } from '../data/use-contact-calls.ts';

/** Moves all contacts of the account to the trash; the account's name must be typed to confirm. */
export function DeleteAllDialog(props: {
  total: ContactTotal | null;
  /** The server has started. */
  onDeleted: () => void;
  onClose: () => void;
}) {
  const { total, onDeleted, onClose } = props;
  const { t, i18n } = useLingui();
  const calls = useContactCalls();
  const { jobs } = useBulkJobs();
  const serverText = useServerErrorMessage();
  const name = useRows('clients')[0]?.name ?? '';
  const count = total === null ? 0 : total.count + (total.sandbox_count ?? 0);
  const number = i18n.number(count);
  return (
    <ConfirmDialog
      title={
        total === null
          ? t`Delete all contacts?`
          : plural(count, { one: 'Delete # contact?', other: 'Delete all # contacts?' })
      }
      confirm={total === null ? t`Delete all contacts` : t`Delete all ${number}`}
      keep={t`Keep them`}
      typed={{ word: name, label: t`Type ${name} to confirm` }}
      onClose={onClose}
      problem={(error) => (error instanceof NothingDeleted ? error.message : serverText(error))}
      onConfirm={async () => {
        let why = '';
        const jobId = await calls.deleteAll(name, (error) => {
          why = serverText(error);
        });
        if (jobId === false) {
          const nothing = t`Nothing was deleted.`;
          toast({ message: t`Nothing was deleted` });
          throw new NothingDeleted(why.includes(nothing) ? why : `${nothing} ${why}`);
        }
        onDeleted();
        await jobs.follow(jobId, null);
      }}
    >
      <p>{t`The contacts leave every list and move to Deleted. You can restore all of them for 30 days; conversations are not deleted.`}</p>
    </ConfirmDialog>
  );
}

class NothingDeleted extends Error {}
