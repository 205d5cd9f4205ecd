import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Campaign } from '@parley/contract/types';
import { ConfirmDialog } from '../../ui/layer/confirm-dialog.tsx';
import { useServerWords } from '../../ui/request-words.ts';
import { figuresOf } from './campaign-rules.ts';
import { useCampaignActs } from './use-campaign-acts.ts';

type QuestionProps = { campaign: Campaign; onClose: () => void };

/** Before a broadcast is ended for good: how many were sent to and how many would be left out. */
export function StopDialog({ campaign, onClose }: QuestionProps) {
  const { t, i18n } = useLingui();
  const acts = useCampaignActs();
  const problem = useServerWords();
  const { queued, sent } = figuresOf(campaign);
  const waiting = i18n.number(queued);
  return (
    <ConfirmDialog
      title={t`Stop ${campaign.name} for good?`}
      confirm={
        campaign.freezing
          ? t`Stop before anything is sent`
          : t`${plural(queued, { one: 'Stop, leave # person out', other: 'Stop, leave # people out' })}`
      }
      keep={t`Keep it`}
      problem={problem}
      onConfirm={() => acts.stop(campaign)}
      onClose={onClose}
    >
      <p>
        {campaign.freezing
          ? t`People are still being written down. Nothing was sent yet, and nothing will be.`
          : t`${waiting} who wait will get nothing. ${i18n.number(sent)} were sent to already; that stays sent.`}
      </p>
      <p>{t`A stopped broadcast cannot go on. To go on later, pause it instead.`}</p>
    </ConfirmDialog>
  );
}

/** Before a draft goes. @param onDone it is gone */
export function DeleteDialog({ campaign, onClose, onDone }: QuestionProps & { onDone?: () => void }) {
  const { t } = useLingui();
  const acts = useCampaignActs();
  const problem = useServerWords();
  return (
    <ConfirmDialog
      title={t`Delete the draft ${campaign.name}?`}
      confirm={t`Delete the draft`}
      keep={t`Keep it`}
      problem={problem}
      onConfirm={async () => {
        await acts.remove(campaign);
        onDone?.();
      }}
      onClose={onClose}
    >
      <p>{t`Nothing of it was sent. It cannot be brought back.`}</p>
    </ConfirmDialog>
  );
}
