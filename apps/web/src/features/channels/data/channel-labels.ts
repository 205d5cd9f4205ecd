import { useLingui } from '@lingui/react/macro';
import type { Channel, DoctorCheck } from '@parley/contract/types';
import type { BadgeTone } from '../../../ui/badge.tsx';

/** Titles of the health checks. */
export function useCheckNames(): (name: string) => string {
  const { t } = useLingui();
  return (name) => {
    const names: Record<string, string> = {
      account: t`WhatsApp Business account`,
      adapter: t`Adapter`,
      address: t`Adapter’s address`,
      allowance: t`Daily allowance`,
      app_secret: t`App secret`,
      claim: t`Another channel`,
      clock: t`Clock`,
      deliveries: t`Deliveries`,
      display_name: t`Display name`,
      fields: t`Webhook fields`,
      health: t({ message: 'Sending', context: 'topic' }),
      marketing: t`Marketing messages`,
      notices: t`WhatsApp’s notices`,
      number: t`Number`,
      permissions: t`Permissions`,
      quality: t`Quality`,
      registered: t`Registration`,
      state: t`Channel`,
      subscribed: t`Webhooks`,
      throughput: t`Throughput`,
      token: t`Access token`,
      verified: t`Number verification`,
      earlier_credentials: t`Previous credentials`,
      webhook_reachable: t`Connection to this server`,
      webhooks: t`Webhooks`,
    };
    return names[name] ?? name;
  };
}

export function useStateLabels(): (state: DoctorCheck['state']) => { words: string; tone: BadgeTone } {
  const { t } = useLingui();
  return (state) =>
    ({
      ok: { words: t`Normal`, tone: 'ok' as const },
      warning: { words: t`Check this`, tone: 'warn' as const },
      failed: { words: t`Failed`, tone: 'bad' as const },
      unproven: { words: t`Not verified yet`, tone: 'neutral' as const },
      skipped: { words: t`Skipped`, tone: 'neutral' as const },
    })[state];
}

export function useKindLabels(): (channel: Channel) => string {
  const { t } = useLingui();
  return (channel) => {
    if (channel.sandbox) return t`Sandbox`;
    return channel.kind === 'SESSION' ? t`Own adapter` : t`WhatsApp`;
  };
}

const steps: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** `12 seconds ago`, `in 41 days`. @param atMs, nowMs milliseconds since 1970 */
export function relativeTime(locale: string, atMs: number, nowMs: number): string {
  const seconds = Math.round((atMs - nowMs) / 1_000);
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return format.format(Math.trunc(seconds / size), unit);
}
