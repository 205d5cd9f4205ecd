import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Channel } from '@parley/contract/types';
import { Banner } from '../../../../ui/banner.tsx';
import { Field, TextAreaField, TextField } from '../../../../ui/field.tsx';
import { Select } from '../../../../ui/select.tsx';
import { SandboxTag } from '../../../sandbox/public.ts';
import { allowanceLeft, useChannelHealth } from '../../data/editor/channel-health.ts';
import { rememberChannel } from '../../data/editor/default-channel.ts';
import { onChannel } from '../../data/editor/draft.ts';
import type { Broadcast } from '../../data/editor/use-broadcast.ts';
import styles from './editor.module.css';

/** Name and purpose of the broadcast, and its channel with its health. */
export function NameStep({ broadcast, channels }: { broadcast: Broadcast; channels: readonly Channel[] }) {
  const { t } = useLingui();
  const { store, state, channel } = broadcast;
  const { draft } = state;
  const nameProblem = draft.name.trim() === '' ? t`Enter a name.` : null;
  const choose = (id: string) => {
    const next = channels.find((one) => one.id === id);
    if (next === undefined) return;
    rememberChannel(id);
    // Templates belong to the WhatsApp Business account of a channel.
    const isSame = next.waba_id === channel?.waba_id;
    store.change({ ...onChannel(next), ...(!isSame && { template_id: null, variables: {} }) });
  };
  return (
    <div className={styles.fields}>
      <TextField
        label={t`Name`}
        maxLength={200}
        value={draft.name}
        error={nameProblem}
        onChange={(event) => store.change({ name: event.target.value })}
      />
      <Field
        label={t`Channel`}
        error={channel === undefined ? t`The channel was removed. Choose another.` : null}
        help={channel && <ChannelFacts channel={channel} />}
      >
        {(ties) => (
          <Select {...ties} value={channel?.id ?? ''} onChange={(event) => choose(event.target.value)}>
            {channel === undefined && <option value="">{t`Choose a channel`}</option>}
            {channels.map((one) => (
              <option key={one.id} value={one.id}>
                {one.sandbox ? t`${one.channel_label} (sandbox)` : one.channel_label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {channel?.state === 'PAUSED' && (
        <Banner tone="bad">
          {channel.state_reason ?? t`This channel is paused. Nothing is sent until it’s fixed.`}
        </Banner>
      )}
      {channel?.sandbox && (
        <p className={styles.row}>
          <SandboxTag written />
          <span className={styles.quiet}>{t`Messages reach sandbox contacts and verified test phones only.`}</span>
        </p>
      )}
      <TextAreaField
        label={t`Purpose`}
        note={t`optional`}
        help={t`For your team; customers never see it.`}
        maxLength={500}
        value={draft.purpose}
        onChange={(event) => store.change({ purpose: event.target.value })}
      />
    </div>
  );
}

/** Quality, remaining daily allowance of new contacts, and throughput. */
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
  const whole = allowance && i18n.number(allowance.limit);
  const facts = [
    known == null ? null : (quality[known] ?? t`Quality not rated`),
    health?.number?.allowance === -1 ? t`No limit on new contacts per day` : null,
    allowance && t`${left} of ${whole} new contacts left today`,
    t`${plural(pace, { one: '# message a second', other: '# messages a second' })}`,
  ];
  return <>{facts.filter((fact) => fact !== null).join(' · ')}</>;
}
