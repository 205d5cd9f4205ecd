import { useLingui } from '@lingui/react/macro';
import { useCampaignLabels } from '../../data/campaign-labels.ts';
import { useRepeatText } from '../../data/editor/repeat.ts';
import { hasAudience } from '../../data/editor/steps.ts';
import type { Broadcast } from '../../data/editor/use-broadcast.ts';
import { useMoment } from '../../data/editor/use-editor-text.ts';
import styles from './editor.module.css';
import previewStyles from './preview.module.css';

/** The broadcast in four lines. */
export function Summary({ broadcast }: { broadcast: Broadcast }) {
  const { t, i18n } = useLingui();
  const { duration } = useCampaignLabels();
  const moment = useMoment();
  const { state, counting, channel, template, zone } = broadcast;
  const { check } = counting;
  const { at, repeat } = state.draft.schedule;
  const repeatText = useRepeatText();
  const receiving =
    check !== null
      ? i18n.number(check.will_receive)
      : hasAudience(state.draft.audience)
        ? t`Counting`
        : t`No recipients chosen`;
  return (
    <dl className={previewStyles.summary}>
      <div>
        <dt>{t`Recipients`}</dt>
        <dd>{receiving}</dd>
      </div>
      <div>
        <dt>{t`Template`}</dt>
        <dd>
          <bdi>{template?.name ?? t`None yet`}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t`From`}</dt>
        <dd>
          <bdi>{channel?.channel_label ?? '-'}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t`Starts`}</dt>
        <dd>
          {repeat != null ? repeatText(repeat) : at == null ? t`Now` : moment(at, zone)}
          {check !== null && check.will_receive > 0 && (
            <span className={styles.quiet}>{` · ${t`takes about ${duration(check.seconds)}`}`}</span>
          )}
        </dd>
      </div>
    </dl>
  );
}
