import { useLingui } from '@lingui/react/macro';
import { api } from '../../../platform/api.ts';
import { queryClient } from '../../../platform/query.tsx';
import { useServerWords } from '../../../ui/request-words.ts';
import { toast } from '../../../ui/toast.ts';
import { useKeptWords } from './use-kept-words.ts';

export const mergesKey = ['contact-merges'];

/** Takes a merge back and says what stayed because it changed since. @returns whether it was taken back */
export function useUndoMerge(): (id: string) => Promise<boolean> {
  const { t } = useLingui();
  const words = useServerWords();
  const keptWords = useKeptWords();
  return async (id) => {
    try {
      const { kept } = await api('POST /api/contacts/merges/{id}/undo', { params: { id } });
      const what = keptWords(kept);
      toast({
        message: kept.length === 0 ? t`They are apart again` : t`They are apart again. Changed since, so kept: ${what}`,
      });
      void queryClient.invalidateQueries({ queryKey: mergesKey });
      return true;
    } catch (error) {
      toast({ message: words(error) });
      return false;
    }
  };
}
