import { useLingui } from '@lingui/react/macro';
import type { Campaign } from '@parley/contract/types';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../platform/api.ts';
import { downloadFile } from '../../platform/download.ts';
import { uuidv7 } from '../../platform/id.ts';
import { useServerWords } from '../../ui/request-words.ts';
import { toast } from '../../ui/toast.ts';
import { useCampaignCalls } from './broadcasts-data.ts';
import { type PeopleFilter, partsOf } from './campaign-rules.ts';

export type CampaignActs = ReturnType<typeof useCampaignActs>;

/** What is done with a broadcast from the history and from its own page; each says what came of it. */
export function useCampaignActs() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const calls = useCampaignCalls();
  const words = useServerWords();
  const failed = (error: unknown) => toast({ message: words(error) });

  const archive = async (campaigns: readonly Campaign[], archived: boolean): Promise<void> => {
    const done: Campaign[] = [];
    for (const { id } of campaigns) {
      try {
        done.push(await calls.archive(id, archived));
      } catch (error) {
        failed(error);
        break;
      }
    }
    const [first] = done;
    if (first === undefined) return;
    const name = first.name;
    const count = done.length;
    toast({
      message: archived
        ? count === 1
          ? t`${name} is in the archive.`
          : t`${count} broadcasts are in the archive.`
        : count === 1
          ? t`${name} is back in the list.`
          : t`${count} broadcasts are back in the list.`,
      action: { label: t`Undo`, run: () => void archive(done, !archived) },
    });
  };

  return {
    failed,
    archive,
    async pause({ id }: Campaign): Promise<void> {
      await calls.act(id, 'pause').catch(failed);
    },
    async resume({ id }: Campaign): Promise<void> {
      await calls.act(id, 'resume').catch(failed);
    },
    /** Makes a planned one a draft again. */
    async unschedule({ id, name }: Campaign): Promise<void> {
      try {
        await calls.act(id, 'cancel');
        toast({ message: t`${name} is a draft again. It is not sent until somebody starts it.` });
      } catch (error) {
        failed(error);
      }
    },
    /** @throws ApiError, NetworkError, to be said where it was asked */
    stop: async ({ id }: Campaign) => void (await calls.act(id, 'cancel')),
    /** @throws ApiError, NetworkError */
    rename: async ({ id }: Campaign, name: string) => void (await calls.change(id, { name })),
    /** @throws ApiError, NetworkError */
    retry: async ({ id }: Campaign, body: Parameters<typeof calls.retry>[1]) => void (await calls.retry(id, body)),
    async remove({ id, name }: Campaign): Promise<void> {
      await calls.remove(id);
      toast({ message: t`${name} is deleted.` });
    },
    /** A draft with the same parts, opened for changing. */
    async duplicate(campaign: Campaign): Promise<void> {
      try {
        // The server takes 200 characters.
        const name = t`${campaign.name} again`.slice(0, 200);
        // A row of the list has no typed numbers.
        const whole = await api('GET /api/campaigns/{id}', { params: { id: campaign.id } });
        const made = await calls.create({ id: uuidv7(), name, ...partsOf(whole, Date.now()) });
        void navigate({ to: '/broadcast', search: { id: made.id } });
      } catch (error) {
        failed(error);
      }
    },
    /** The people as a CSV file. @throws nothing: a refusal is said */
    async exportPeople({ id, name }: Campaign, filter: PeopleFilter & { reason?: string; search?: string } = {}) {
      const call = { params: { id }, query: filter };
      await downloadFile('GET /api/campaigns/{id}/recipients/export', call, `${fileName(name)}.csv`).catch(failed);
    },
  };
}

/** Without what file systems do not take. */
function fileName(name: string): string {
  return name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim() || 'broadcast';
}
