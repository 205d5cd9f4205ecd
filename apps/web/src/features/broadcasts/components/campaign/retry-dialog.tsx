import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Campaign, CampaignFailure } from '@parley/contract/types';
import { useState } from 'react';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { ConfirmDialog } from '../../../../ui/layer/confirm-dialog.tsx';
import { useRelativeTime } from '../../../../ui/use-relative-time.ts';
import { useCampaignLabels } from '../../data/campaign-labels.ts';
import { figureOfFailure, figuresOf, type RetryState } from '../../data/campaign-rules.ts';
import { useCampaignActions } from '../../data/use-campaign-actions.ts';
import styles from './campaign.module.css';

export type RetryDialogProps = {
  campaign: Campaign;
  /** One group of failures; null: the member chooses. */
  only: CampaignFailure | null;
  onClose: () => void;
};

class NobodyChosen extends Error {}

const states: readonly RetryState[] = ['FAILED', 'CAPPED', 'UNKNOWN'];

/** Retries failed recipients: who, how many, and the risk of duplicates. */
export function RetryDialog({ campaign, only, onClose }: RetryDialogProps) {
  const { t } = useLingui();
  const actions = useCampaignActions();
  const words = useCampaignLabels();
  const problem = useServerErrorMessage();
  const { near } = useRelativeTime();
  const figures = figuresOf(campaign);
  const countOf = (state: RetryState) => figures[figureOfFailure[state]];
  const offered = states.filter((state) => countOf(state) > 0);
  // Sending someone a message twice is never the default.
  const [chosen, setChosen] = useState<readonly RetryState[]>(
    only === null ? offered.filter((state) => state === 'FAILED') : [only.state],
  );
  const count = only?.count ?? chosen.reduce((sum, state) => sum + countOf(state), 0);
  const send = async () => {
    if (chosen.length === 0) throw new NobodyChosen();
    await actions.retry(campaign, { states: [...chosen], ...(only !== null && { reason: only.reason }) });
  };
  return (
    <ConfirmDialog
      title={only === null ? t`Resend to undelivered recipients?` : t`Send again to ${words.people(count)}?`}
      confirm={t`${plural(count, { other: 'Send again to #' })}`}
      keep={t`Leave it`}
      problem={(error) => (error instanceof NobodyChosen ? t`Choose who gets it again.` : problem(error))}
      onConfirm={send}
      onClose={onClose}
    >
      {only === null ? (
        <fieldset className={styles.choices} aria-label={t`Recipients`}>
          {offered.map((state) => (
            <Checkbox
              key={state}
              checked={chosen.includes(state)}
              onChange={(event) =>
                setChosen(event.target.checked ? [...chosen, state] : chosen.filter((one) => one !== state))
              }
            >
              {words.figure[figureOfFailure[state]]}, {words.people(countOf(state))}
            </Checkbox>
          ))}
        </fieldset>
      ) : (
        <p>{only.message}</p>
      )}
      <p>{t`They get the same message with the same values. Delivered and excluded recipients get nothing.`}</p>
      {chosen.includes('CAPPED') && (
        <p>
          {only?.retry_after
            ? t`WhatsApp will probably hold it back again before ${near(only.retry_after)}.`
            : t`WhatsApp limits how often a contact gets marketing messages. Delivery is more likely a day later.`}
        </p>
      )}
      {chosen.includes('UNKNOWN') && (
        <p
          className={styles.warning}
        >{t`Recipients with an unknown result may already have it and would get it twice.`}</p>
      )}
    </ConfirmDialog>
  );
}
