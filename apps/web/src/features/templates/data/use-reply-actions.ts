import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { SessionTemplate } from '@parley/contract/types';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { toast } from '../../../ui/toast.ts';
import { readRepliesCsv, repliesCsv } from './session-rules.ts';

/** What can be done with saved replies in their list; a toast says how it ended. */
export function useReplyActions() {
  const { t } = useLingui();
  const client = useQueryClient();
  const words = useServerErrorMessage();
  const refresh = () => void client.invalidateQueries({ queryKey: ['session-templates'] });
  /** One after the other, up to the first that fails. @returns whether all succeeded */
  const each = async (replies: readonly SessionTemplate[], act: (reply: SessionTemplate) => Promise<unknown>) => {
    try {
      for (const reply of replies) await act(reply);
      return true;
    } catch (error) {
      toast({ message: words(error) });
      return false;
    } finally {
      refresh();
    }
  };
  const restore = async (replies: readonly SessionTemplate[]) => {
    const [first, ...more] = replies;
    const done = await each(replies, ({ id }) => api('POST /api/session-templates/{id}/restore', { params: { id } }));
    if (!done || first === undefined) return;
    toast({
      message:
        more.length === 0
          ? t`/${first.shortcut} restored`
          : t`${plural(replies.length, { other: '# replies restored' })}`,
    });
  };
  return {
    refresh,
    restore,
    /** @returns whether all are in the trash */
    async remove(replies: readonly SessionTemplate[]): Promise<boolean> {
      const [first, ...more] = replies;
      const done = await each(replies, ({ id }) => api('DELETE /api/session-templates/{id}', { params: { id } }));
      if (!done || first === undefined) return false;
      toast({
        message:
          more.length === 0
            ? t`/${first.shortcut} deleted`
            : t`${plural(replies.length, { other: '# replies deleted' })}`,
        action: { label: t`Undo`, run: () => void restore(replies) },
      });
      return true;
    },
    async move(replies: readonly SessionTemplate[], folder: string): Promise<void> {
      for (const { id, version } of replies) {
        await api('PUT /api/session-templates/{id}', { params: { id }, body: { folder, version } });
      }
      toast({ message: t`${plural(replies.length, { one: '# reply moved', other: '# replies moved' })}` });
      refresh();
    },
    async share(reply: SessionTemplate): Promise<void> {
      const { id, version, owner_id: owner, shortcut } = reply;
      const body = { private: owner === null, version };
      const done = await each([reply], () => api('PUT /api/session-templates/{id}', { params: { id }, body }));
      if (!done) return;
      toast({ message: owner === null ? t`/${shortcut} is visible to you only` : t`/${shortcut} is shared` });
    },
    async importFile(file: File): Promise<void> {
      const rows = readRepliesCsv(await file.text());
      if (rows === null || rows.length === 0) {
        toast({ message: t`The file needs the columns name, shortcut and body.` });
        return;
      }
      try {
        const { created, updated } = await api('POST /api/session-templates/import', { body: { rows } });
        toast({ message: t`Import finished: ${created} new, ${updated} updated` });
      } catch (error) {
        toast({ message: words(error) });
      }
      refresh();
    },
    exportFile(replies: readonly SessionTemplate[]): void {
      const url = URL.createObjectURL(new Blob([repliesCsv(replies)], { type: 'text/csv;charset=utf-8' }));
      const link = Object.assign(document.createElement('a'), { href: url, download: 'session-templates.csv' });
      link.click();
      URL.revokeObjectURL(url);
    },
  };
}
