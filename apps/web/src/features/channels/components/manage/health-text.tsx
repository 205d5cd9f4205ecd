import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Channel, ChannelHealth } from '@parley/contract/types';
import { Badge, type BadgeTone } from '../../../../ui/badge.tsx';
import { relativeTime } from '../../data/channel-labels.ts';

/** The overall status of a channel: the worst of its checks. */
export function ChannelBadge({ channel, health }: { channel: Channel; health: ChannelHealth | undefined }) {
  const { t } = useLingui();
  if (channel.state === 'PAUSED') return <Badge tone="bad">{t`Paused`}</Badge>;
  if (!channel.verified) return <Badge tone="warn">{t`Not verified yet`}</Badge>;
  const checks = health?.report?.checks ?? [];
  const failed = checks.filter(({ state }) => state === 'failed').length;
  if (failed > 0) return <Badge tone="bad">{t`${plural(failed, { one: '# problem', other: '# problems' })}`}</Badge>;
  const warnings = checks.filter(({ state }) => state === 'warning').length;
  if (warnings > 0) {
    return <Badge tone="warn">{t`${plural(warnings, { one: '# note', other: '# notes' })}`}</Badge>;
  }
  return <Badge tone="ok">{t`Connected`}</Badge>;
}

/** When the last webhook was received. */
export function useWebhookText(): (health: ChannelHealth, nowMs: number) => string {
  const { t, i18n } = useLingui();
  return ({ last_webhook_at }, nowMs) => {
    if (last_webhook_at === null) return t`None yet`;
    return relativeTime(i18n.locale, Math.min(nowMs, Date.parse(last_webhook_at)), nowMs);
  };
}

/** The status of the token; null for channels without one. */
export function useTokenText(): (channel: Channel, health: ChannelHealth, nowMs: number) => string | null {
  const { t, i18n } = useLingui();
  return (channel, { token }, nowMs) => {
    if (channel.kind === 'SESSION' || channel.sandbox) return null;
    if (token.state === 'invalid') return t`Not valid`;
    if (token.expires_at !== null) return t`Expires ${relativeTime(i18n.locale, Date.parse(token.expires_at), nowMs)}`;
    return token.state === 'valid' ? t`Does not expire` : t`Not checked yet`;
  };
}

export function QualityBadge({ quality }: { quality: string | null | undefined }) {
  const { t } = useLingui();
  if (quality == null) return null;
  const words: Record<string, { tone: BadgeTone; word: string }> = {
    GREEN: { tone: 'ok', word: t`Quality high` },
    YELLOW: { tone: 'warn', word: t`Quality medium` },
    RED: { tone: 'bad', word: t`Quality low` },
  };
  const known = words[quality] ?? { tone: 'neutral' as const, word: t`Quality not rated` };
  return <Badge tone={known.tone}>{known.word}</Badge>;
}

/** The status of the display name; null when approved or unknown. */
export function useNameStatusText(): (health: ChannelHealth) => string | null {
  const { t } = useLingui();
  return ({ number }) => {
    const words: Record<string, string> = {
      DECLINED: t`Declined`,
      EXPIRED: t`Expired`,
      PENDING_REVIEW: t`In review`,
    };
    return words[number?.name_status ?? ''] ?? null;
  };
}

/** `12 of 2,000 people` of the daily allowance. */
export function useAllowanceText(): (health: ChannelHealth) => string | null {
  const { t, i18n } = useLingui();
  return ({ number: facts, allowance_used }) => {
    const limit = facts?.allowance ?? null;
    if (limit === null) return null;
    const used = i18n.number(allowance_used);
    if (limit < 0) return t`${used}, no limit`;
    return t`${used} of ${i18n.number(limit)}`;
  };
}
