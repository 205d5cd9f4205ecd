import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { listText } from '../../../../platform/formats.ts';
import { MissingValue } from '../../../../ui/missing-value.tsx';
import { useCampaignLabels } from '../../data/campaign-labels.ts';
import { variantA, variantB } from '../../data/editor/ab-test.ts';
import { useRepeatText } from '../../data/editor/repeat.ts';
import { hasAudience } from '../../data/editor/steps.ts';
import type { Broadcast } from '../../data/editor/use-broadcast.ts';
import { useMoment, useProblemText, useSourceLabels } from '../../data/editor/use-editor-text.ts';
import { useVariableNames } from '../../data/editor/use-variable-names.ts';
import { useWinnerRules } from '../../data/use-ab-labels.ts';
import { useConversionText } from '../../data/use-conversion-text.ts';
import { Receiving } from './audience-count.tsx';
import styles from './editor.module.css';
import { Chosen } from './message-step.tsx';
import { ChannelFacts } from './name-step.tsx';

type Props = { broadcast: Broadcast };

export function NameSummary({ broadcast }: Props) {
  const { t } = useLingui();
  const { state, channel } = broadcast;
  const { name, purpose } = state.draft;
  const label = channel?.channel_label ?? '-';
  return (
    <>
      <p>
        <strong className={styles.strong}>
          <bdi>{name.trim() || t`No name`}</bdi>
        </strong>
        {', '}
        {t`from ${label}`}
      </p>
      {channel && (
        <p className={styles.quiet}>
          <ChannelFacts channel={channel} />
        </p>
      )}
      {purpose !== '' && <p className={styles.quiet}>{purpose}</p>}
    </>
  );
}

export function AudienceSummary({ broadcast }: Props) {
  const { t, i18n } = useLingui();
  const { leftOut } = useCampaignLabels();
  const { state, counting } = broadcast;
  const { check } = counting;
  if (!hasAudience(state.draft.audience)) return <p className={styles.quiet}>{t`No recipients chosen yet.`}</p>;
  if (check === null) return <p className={styles.quiet}>{counting.error === null ? t`Counting` : t`Not counted`}</p>;
  const left = check.excluded.filter(({ count }) => count > 0);
  const words = left.map((each) => `${leftOut(each.reason)} (${i18n.number(each.count)})`);
  return (
    <>
      <p>
        <Receiving check={check} />
      </p>
      {words.length > 0 && (
        <p
          className={styles.quiet}
        >{t`Excluded: ${new Intl.ListFormat(i18n.locale, { type: 'unit' }).format(words)}`}</p>
      )}
    </>
  );
}

export function MessageSummary({ broadcast }: Props) {
  const { t } = useLingui();
  const { ab_test: test } = broadcast.state.draft;
  const words = useProblemText();
  const rules = useWinnerRules();
  if (test === null) return <OneMessage broadcast={broadcast} />;
  const same = broadcast.problems.find(({ kind }) => kind === 'ab_same');
  const { percent, wait_hours: hours } = test;
  return (
    <>
      <p className={styles.quiet}>{t`Variant A`}</p>
      <OneMessage broadcast={variantA(broadcast)} />
      <p className={styles.quiet}>{t`Variant B`}</p>
      <OneMessage broadcast={variantB(broadcast)} />
      <p className={styles.quiet}>
        {percent === 50
          ? t`Half each`
          : `${t`${percent}% each, then wait ${hours} h. The rest gets:`} ${rules[test.winner]}`}
      </p>
      {same !== undefined && <p className={styles.bad}>{words(same, (key) => key)}</p>}
    </>
  );
}

function OneMessage({ broadcast }: Props) {
  const { t } = useLingui();
  const source = useSourceLabels();
  const words = useProblemText();
  const label = useVariableNames(broadcast);
  const { template, templateVariables, state, problems } = broadcast;
  if (template === undefined) return <p className={styles.quiet}>{t`No template is chosen yet.`}</p>;
  const problem = problems.filter(({ step, kind }) => step === 'message' && kind !== 'ab_same');
  return (
    <>
      <p>
        <Chosen template={template} />
      </p>
      {templateVariables.length > 0 && (
        <ul className={styles.lines}>
          {templateVariables.map(({ key }) => {
            const variableSource = state.draft.variables[key];
            const lacks = problem.some((one) => one.kind === 'source' && one.key === key);
            return (
              <li key={key}>
                <bdi>{label(key)}</bdi>:{' '}
                {variableSource === undefined || lacks ? <MissingValue /> : <bdi>{source(variableSource)}</bdi>}
              </li>
            );
          })}
        </ul>
      )}
      {problem.map((one) => (
        <p key={`${one.kind}/${'key' in one ? one.key : ''}`} className={styles.bad}>
          {words(one, label)}
        </p>
      ))}
    </>
  );
}

export function WhenSummary({ broadcast }: Props) {
  const { t, i18n } = useLingui();
  const moment = useMoment();
  const { state, zone, problems } = broadcast;
  const words = useProblemText();
  const { schedule, stop_rules } = state.draft;
  const { at, repeat, window, spread_hours, per_day, recipient_zone, first_share, budget } = schedule;
  const repeatText = useRepeatText();
  const conversionText = useConversionText();
  const byRecipient = recipient_zone != null;
  const when =
    repeat != null
      ? byRecipient
        ? t`${repeatText(repeat)}, in each recipient’s time zone`
        : `${repeatText(repeat)} (${zone})`
      : at == null
        ? t`Now`
        : byRecipient
          ? t`${moment(at, zone)}, in each recipient’s time zone`
          : `${moment(at, zone)} (${zone})`;
  const facts = [
    spread_hours == null ? t`Sent at the channel’s maximum speed` : t`Spread over ${spread_hours} h`,
    per_day == null ? null : t`at most ${plural(per_day, { one: '# recipient', other: '# recipients' })} per day`,
    window == null
      ? null
      : byRecipient
        ? t`only ${window.from} to ${window.to} local time`
        : t`only ${window.from} to ${window.to}, ${zone}`,
    budget == null ? null : t`pauses when its budget of ${i18n.number(budget, { minimumFractionDigits: 2 })} is used`,
    first_share == null ? null : t`first ${first_share.percent}%, then wait ${first_share.wait_hours} h`,
    schedule.retry_capped ? t`retries recipients on hold` : null,
    schedule.conversion ? t`counts conversions: ${conversionText(schedule.conversion)}` : null,
    stop_rules === null
      ? t`does not pause after failures`
      : t`pauses if more than ${stop_rules.failure_percent}% of the latest ${stop_rules.of} messages fail`,
  ];
  const problem = problems.find(({ step }) => step === 'when');
  return (
    <>
      <p>
        <strong className={styles.strong}>{when}</strong>
      </p>
      <p className={styles.quiet}>{listText(facts.filter((fact) => fact !== null))}</p>
      {problem && <p className={styles.bad}>{words(problem, (key) => key)}</p>}
    </>
  );
}
