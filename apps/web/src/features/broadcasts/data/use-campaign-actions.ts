import { useLingui } from '@lingui/react/macro';
import type { AbVariant, Campaign } from '@parley/contract/types';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../../platform/api.ts';
import { downloadFile, type FileFormat } from '../../../platform/download.ts';
import { uuidv7 } from '../../../platform/id.ts';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { toast } from '../../../ui/toast.ts';
import { useCampaignRequests } from './campaign-queries.ts';
import { duplicateParts, type RecipientFilter } from './campaign-rules.ts';

type ExportFilter = RecipientFilter & { reason?: string; search?: string };

export type CampaignActions = ReturnType<typeof useCampaignActions>;

/** The actions of a broadcast, for the history and its page; each reports its result. */
export function useCampaignActions() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const calls = useCampaignRequests();
  const words = useServerErrorMessage();
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
          ? t`${name} archived.`
          : t`${count} broadcasts archived.`
        : count === 1
          ? t`${name} unarchived.`
          : t`${count} broadcasts unarchived.`,
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
    /** @throws ApiError where the budget is used already */
    resumeWith: async ({ id }: Campaign, budget: number | null) => void (await calls.resumeWith(id, budget)),
    /** Ends the wait after the first share. */
    async sendRest({ id }: Campaign): Promise<void> {
      await calls.act(id, 'send-rest').catch(failed);
    },
    /** The rest of an A/B test gets this variant, now. */
    async chooseWinner({ id }: Campaign, variant: AbVariant): Promise<void> {
      await calls.chooseWinner(id, variant).catch(failed);
    },
    /** Ends the scheduled retries of a finished broadcast. */
    async stopRetries({ id }: Campaign): Promise<void> {
      await calls.act(id, 'cancel').catch(failed);
    },
    /** Turns a scheduled broadcast back into a draft. */
    async unschedule({ id, name }: Campaign): Promise<void> {
      try {
        await calls.act(id, 'cancel');
        toast({ message: t`${name} is a draft again. It is not sent until someone starts it.` });
      } catch (error) {
        failed(error);
      }
    },
    /** @throws ApiError, NetworkError, to be shown by the caller */
    stop: async ({ id }: Campaign) => void (await calls.act(id, 'cancel')),
    /** Ends a recurring broadcast. @throws ApiError, NetworkError */
    end: async ({ id }: Campaign) => void (await calls.act(id, 'end')),
    /** @throws ApiError, NetworkError */
    rename: async ({ id }: Campaign, name: string) => void (await calls.change(id, { name })),
    /** @throws ApiError, NetworkError */
    retry: async ({ id }: Campaign, body: Parameters<typeof calls.retry>[1]) => void (await calls.retry(id, body)),
    async remove({ id, name }: Campaign): Promise<void> {
      await calls.remove(id);
      toast({ message: t`${name} is deleted.` });
    },
    /** A draft with the same content, opened for editing. */
    async duplicate(campaign: Campaign): Promise<void> {
      try {
        // The server's limit is 200 characters.
        const name = t`${campaign.name} again`.slice(0, 200);
        // A row of the list has no typed numbers.
        const whole = await api('GET /api/campaigns/{id}', { params: { id: campaign.id } });
        const made = await calls.create({ id: uuidv7(), name, ...duplicateParts(whole, Date.now()) });
        void navigate({ to: '/broadcast', search: { id: made.id } });
      } catch (error) {
        failed(error);
      }
    },
    /** The recipients as a file. Failures are shown. @throws nothing */
    async exportPeople({ id, name }: Campaign, format: FileFormat, filter: ExportFilter = {}) {
      const call = { params: { id }, query: { ...filter, format } };
      await downloadFile('GET /api/campaigns/{id}/recipients/export', call, `${fileName(name)}.${format}`).catch(
        failed,
      );
    },
  };
}

/** Without characters that file systems refuse. */
function fileName(name: string): string {
  return name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim() || 'broadcast';
}
