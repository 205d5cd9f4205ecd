import { useLingui } from '@lingui/react/macro';
import { useCampaignWords } from '../campaign-words.ts';
import { Receiving } from './audience-count.tsx';
import styles from './create.module.css';
import { Chosen } from './message-step.tsx';
import { ChannelFacts } from './name-step.tsx';
import { hasAudience } from './steps.ts';
import type { Broadcast } from './use-broadcast.ts';
import { useSlotNames } from './use-slot-names.ts';
import { useMoment, useSourceWords, useTroubleWords } from './use-words.ts';
import { Fix } from './variable-row.tsx';

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
  const { leftOut } = useCampaignWords();
  const { state, counting } = broadcast;
  const { check } = counting;
  if (!hasAudience(state.draft.audience)) return <p className={styles.quiet}>{t`Nobody is chosen yet.`}</p>;
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
        >{t`Left out: ${new Intl.ListFormat(i18n.locale, { type: 'unit' }).format(words)}`}</p>
      )}
    </>
  );
}

export function MessageSummary({ broadcast }: Props) {
  const { t } = useLingui();
  const source = useSourceWords();
  const words = useTroubleWords();
  const label = useSlotNames(broadcast);
  const { template, slots, state, troubles } = broadcast;
  if (template === undefined) return <p className={styles.quiet}>{t`No template is chosen yet.`}</p>;
  const trouble = troubles.filter(({ step }) => step === 'message');
  return (
    <>
      <p>
        <Chosen template={template} />
      </p>
      {slots.length > 0 && (
        <ul className={styles.lines}>
          {slots.map(({ key }) => {
            const told = state.draft.variables[key];
            const lacks = trouble.some((one) => one.kind === 'source' && one.key === key);
            return (
              <li key={key}>
                <bdi>{label(key)}</bdi>: {told === undefined || lacks ? <Fix /> : <bdi>{source(told)}</bdi>}
              </li>
            );
          })}
        </ul>
      )}
      {trouble.map((one) => (
        <p key={`${one.kind}/${'key' in one ? one.key : ''}`} className={styles.bad}>
          {words(one, label)}
        </p>
      ))}
    </>
  );
}

export function WhenSummary({ broadcast }: Props) {
  const { t } = useLingui();
  const moment = useMoment();
  const { state, zone, troubles } = broadcast;
  const words = useTroubleWords();
  const { schedule, stop_rules } = state.draft;
  const { at, window, spread_hours } = schedule;
  const when = at == null ? t`Now` : `${moment(at, zone)} (${zone})`;
  const facts = [
    spread_hours == null ? t`as fast as the number may` : t`spread over ${spread_hours} h`,
    window == null ? null : t`only ${window.from} to ${window.to}, ${zone}`,
    stop_rules === null
      ? t`nothing stops it by itself`
      : t`pauses by itself when more than ${stop_rules.failure_percent} % of ${stop_rules.of} fail`,
  ];
  const trouble = troubles.find(({ step }) => step === 'when');
  return (
    <>
      <p>
        <strong className={styles.strong}>{when}</strong>
      </p>
      <p className={styles.quiet}>{facts.filter((fact) => fact !== null).join(', ')}</p>
      {trouble && <p className={styles.bad}>{words(trouble, (key) => key)}</p>}
    </>
  );
}
