import { useLingui } from '@lingui/react/macro';
import { api } from '../../../platform/api.ts';
import { queryClient } from '../../../platform/query.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { toast } from '../../../ui/toast.ts';
import { useUndoSkippedText } from '../components/merge/use-undo-skipped-text.ts';

export const mergesKey = ['contact-merges'];

/** Undoes a merge and reports what was skipped because it changed since. @returns whether it was undone */
export function useUndoMerge(): (id: string) => Promise<boolean> {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const skippedText = useUndoSkippedText();
  return async (id) => {
    try {
      const { kept } = await api('POST /api/contacts/merges/{id}/undo', { params: { id } });
      const what = skippedText(kept);
      toast({
        message:
          kept.length === 0
            ? t`Contacts separated`
            : t`The contacts are separate again. Edited since and skipped: ${what}`,
      });
      void queryClient.invalidateQueries({ queryKey: mergesKey });
      return true;
    } catch (error) {
      toast({ message: words(error) });
      return false;
    }
  };
}
