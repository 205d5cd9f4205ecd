import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Campaign } from '@parley/contract/types';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { figuresOf } from '../data/campaign-rules.ts';
import { useCampaignActions } from '../data/use-campaign-actions.ts';

type QuestionProps = { campaign: Campaign; onClose: () => void };

/** Confirms cancelling a broadcast: how many were sent, and how many will not be. */
export function StopDialog({ campaign, onClose }: QuestionProps) {
  const { t } = useLingui();
  const actions = useCampaignActions();
  const problem = useServerErrorMessage();
  const { queued, sent } = figuresOf(campaign);
  return (
    <ConfirmDialog
      title={t`Stop ${campaign.name} permanently?`}
      confirm={
        campaign.preparing
          ? t`Stop before anything is sent`
          : t`${plural(queued, { one: 'Stop and skip # recipient', other: 'Stop and skip # recipients' })}`
      }
      keep={t`Keep`}
      problem={problem}
      onConfirm={() => actions.stop(campaign)}
      onClose={onClose}
    >
      <p>
        {campaign.preparing
          ? t`Recipients were still being prepared. Nothing was sent.`
          : t`${plural(queued, { one: '# recipient', other: '# recipients' })} will not get this message. ${plural(sent, { one: '# was already sent and can’t be recalled.', other: '# were already sent and can’t be recalled.' })}`}
      </p>
      <p>{t`A stopped broadcast can’t be resumed. To continue later, pause it instead.`}</p>
    </ConfirmDialog>
  );
}

/** Confirms the end of a recurring broadcast. */
export function EndSeriesDialog({ campaign, onClose }: QuestionProps) {
  const { t } = useLingui();
  const actions = useCampaignActions();
  const problem = useServerErrorMessage();
  return (
    <ConfirmDialog
      title={t`End ${campaign.name} permanently?`}
      confirm={t`End recurring broadcast`}
      keep={t`Keep`}
      problem={problem}
      onConfirm={() => actions.end(campaign)}
      onClose={onClose}
    >
      <p>{t`No more broadcasts are created. Existing ones and their results stay.`}</p>
      <p>{t`To continue later, pause it instead.`}</p>
    </ConfirmDialog>
  );
}

/** Confirms deleting a draft. @param onDone called when it is deleted */
export function DeleteDialog({ campaign, onClose, onDone }: QuestionProps & { onDone?: () => void }) {
  const { t } = useLingui();
  const actions = useCampaignActions();
  const problem = useServerErrorMessage();
  return (
    <ConfirmDialog
      title={t`Delete the draft ${campaign.name}?`}
      confirm={t`Delete the draft`}
      keep={t`Keep`}
      problem={problem}
      onConfirm={async () => {
        await actions.remove(campaign);
        onDone?.();
      }}
      onClose={onClose}
    >
      <p>{t`Nothing was sent. The draft can’t be restored.`}</p>
    </ConfirmDialog>
  );
}
