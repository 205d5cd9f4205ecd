import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Channel, ChannelHealth } from '@parley/contract/types';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Field, inputClass, TextAreaField, TextField } from '../../../ui/field.tsx';
import { rememberChannel } from './broadcast-start.ts';
import styles from './create.module.css';
import { onChannel } from './draft.ts';
import type { Broadcast } from './use-broadcast.ts';

/** What it is called, which number it leaves from, and how that number is doing. */
export function NameStep({ broadcast, channels }: { broadcast: Broadcast; channels: readonly Channel[] }) {
  const { t } = useLingui();
  const { keeper, state, channel } = broadcast;
  const { draft } = state;
  const nameProblem = draft.name.trim() === '' ? t`Write a name.` : null;
  const choose = (id: string) => {
    const next = channels.find((one) => one.id === id);
    if (next === undefined) return;
    rememberChannel(id);
    // Templates belong to the WhatsApp Business account of a number.
    const isSame = next.waba_id === channel?.waba_id;
    keeper.change({ ...onChannel(next), ...(!isSame && { template_id: null, variables: {} }) });
  };
  return (
    <div className={styles.fields}>
      <TextField
        label={t`Name`}
        maxLength={200}
        value={draft.name}
        error={nameProblem}
        onChange={(event) => keeper.change({ name: event.target.value })}
      />
      <Field
        label={t`Channel`}
        error={channel === undefined ? t`The channel was removed. Choose another.` : null}
        help={channel && <ChannelFacts channel={channel} />}
      >
        {(ties) => (
          <select
            {...ties}
            className={inputClass()}
            value={channel?.id ?? ''}
            onChange={(event) => choose(event.target.value)}
          >
            {channel === undefined && <option value="">{t`Choose a channel`}</option>}
            {channels.map((one) => (
              <option key={one.id} value={one.id}>
                {one.sandbox ? t`${one.channel_label} (sandbox)` : one.channel_label}
              </option>
            ))}
          </select>
        )}
      </Field>
      {channel?.state === 'PAUSED' && (
        <Banner tone="bad">
          {channel.state_reason ?? t`This channel is paused: nothing leaves it before that is mended.`}
        </Banner>
      )}
      {channel?.sandbox && (
        <p className={styles.quiet}>
          {t`This is the sandbox: it reaches made-up people only, and WhatsApp never hears of it.`}
        </p>
      )}
      <TextAreaField
        label={t`Purpose`}
        note={t`optional`}
        help={t`For your team; customers never see it.`}
        maxLength={500}
        value={draft.purpose}
        onChange={(event) => keeper.change({ purpose: event.target.value })}
      />
    </div>
  );
}

/** Quality, how many new people are left today, how fast it may send. */
export function ChannelFacts({ channel }: { channel: Channel }) {
  const { t, i18n } = useLingui();
  const health = useChannelHealth(channel.id);
  const quality: Record<string, string> = {
    GREEN: t`Quality high`,
    YELLOW: t`Quality medium`,
    RED: t`Quality low`,
  };
  const { pace } = channel;
  const known = health?.number?.quality;
  const allowance = allowanceLeft(health);
  const left = allowance && i18n.number(allowance.left);
  const whole = allowance && i18n.number(allowance.whole);
  const facts = [
    known == null ? null : (quality[known] ?? t`Quality not rated`),
    health?.number?.allowance === -1 ? t`No limit on new people a day` : null,
    allowance && t`${left} of ${whole} new people left today`,
    t`${plural(pace, { one: '# message a second', other: '# messages a second' })}`,
  ];
  return <>{facts.filter((fact) => fact !== null).join(' · ')}</>;
}

export function useChannelHealth(channelId: string): ChannelHealth | undefined {
  const { data } = useQuery({
    queryKey: ['channel-health'],
    queryFn: ({ signal }) => api('GET /api/channels/health', {}, { signal }),
    throwOnError: false,
  });
  return data?.data.find(({ channel_id }) => channel_id === channelId);
}

/** People who may still be written to first today; null where there is no limit, or none is known. */
export function allowanceLeft(health: ChannelHealth | undefined): { left: number; whole: number } | null {
  const whole = health?.number?.allowance ?? null;
  if (health === undefined || whole === null || whole < 0) return null;
  return { left: Math.max(0, whole - health.allowance_used), whole };
}
