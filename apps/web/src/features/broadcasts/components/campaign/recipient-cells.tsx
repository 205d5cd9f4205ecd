import { useLingui } from '@lingui/react/macro';
import type { CampaignRecipient, RecipientState } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { dateFormat, dayOf } from '../../../../platform/date-format.ts';
import { Badge, type BadgeTone } from '../../../../ui/badge.tsx';
import { useDateLabels } from '../../../../ui/use-date-labels.ts';
import { readableNumber } from '../../../contacts/public.ts';
import { useCampaignLabels } from '../../data/campaign-labels.ts';
import type { FigureId } from '../../data/campaign-rules.ts';
import styles from './campaign.module.css';

const appearances: Record<RecipientState, { figure: FigureId; tone: BadgeTone }> = {
  QUEUED: { figure: 'queued', tone: 'neutral' },
  SENT: { figure: 'sent', tone: 'neutral' },
  DELIVERED: { figure: 'delivered', tone: 'info' },
  READ: { figure: 'read', tone: 'ok' },
  FAILED: { figure: 'failed', tone: 'bad' },
  UNKNOWN: { figure: 'unknown', tone: 'warn' },
  SKIPPED: { figure: 'left_out', tone: 'neutral' },
  CAPPED: { figure: 'held_back', tone: 'warn' },
};

export function recipientName({ name, phone_number: digits, phone_masked: masked }: CampaignRecipient): string {
  return name || (digits === null ? (masked ?? '') : readableNumber(digits));
}

export function NumberCell({ recipient }: { recipient: CampaignRecipient }): ReactNode {
  const { t } = useLingui();
  const { phone_number: digits, phone_masked: masked } = recipient;
  if (digits !== null) return <bdi>{readableNumber(digits)}</bdi>;
  return masked === undefined ? t`No number shared` : <bdi>{masked}</bdi>;
}

/** @param withVariant of an A/B test, where the variant has no column of its own */
export function StateCell({ recipient, withVariant = false }: { recipient: CampaignRecipient; withVariant?: boolean }) {
  const { t } = useLingui();
  const words = useCampaignLabels();
  const { figure, tone } = appearances[recipient.state];
  return (
    <span className={styles.stateCell}>
      <Badge tone={tone}>{words.figure[figure]}</Badge>
      {withVariant && recipient.variant !== null && (
        <Badge tone="neutral">
          <span className="visually-hidden">{t`Variant`} </span>
          {recipient.variant}
        </Badge>
      )}
      {recipient.replied_at !== null && <Badge tone="ok">{t`Replied`}</Badge>}
      {recipient.replied_at === null && (recipient.tapped ?? recipient.opened_at) !== null && (
        <Badge tone="info">{t`Tapped`}</Badge>
      )}
    </span>
  );
}

/**
 * A clock time on the day it was sent, later the day.
 * @param day when the broadcast started, RFC 3339
 * @param withSeconds narrow columns have no room for them; they are in the tooltip
 */
export function StepTime({
  at,
  day,
  withSeconds,
}: {
  at: string | null;
  day: string | null;
  withSeconds: boolean;
}): ReactNode {
  const { i18n } = useLingui();
  const days = useDateLabels();
  if (at === null) return '–';
  const moment = new Date(at);
  const seconds = withSeconds ? ({ second: '2-digit' } as const) : {};
  const clock = dateFormat(i18n.locale, { hour: '2-digit', minute: '2-digit', ...seconds }).format(moment);
  const same = day !== null && dayOf(moment) === dayOf(new Date(day));
  return (
    <time dateTime={at} title={days.exact(at)}>
      {same ? clock : days.day(at)}
    </time>
  );
}

/** Why it was not delivered, or how the recipient responded. */
export function OutcomeCell({ recipient }: { recipient: CampaignRecipient }): ReactNode {
  const { t } = useLingui();
  const words = useCampaignLabels();
  const days = useDateLabels();
  const { state, reason, error, tapped, replied_at: replied, due_at: due, retry_at: retry } = recipient;
  if (state === 'SKIPPED') return words.leftOut(reason ?? '');
  if (error !== undefined) {
    return (
      <span title={`${error.message} ${error.next_step}`}>
        {retry !== null && `${t`Retry ${days.short(retry)}.`} `}
        {error.message}
      </span>
    );
  }
  if (state === 'QUEUED' && due !== null) return t`Due ${days.short(due)}`;
  if (state === 'UNKNOWN') return t`Unknown if WhatsApp received it`;
  if (replied !== null) return tapped === null ? t`Replied ${days.short(replied)}` : t`Tapped “${tapped}”`;
  if (tapped !== null) return t`Tapped “${tapped}”`;
  return recipient.opened_at === null ? null : t`Opened the link ${days.short(recipient.opened_at)}`;
}

/** The values of the variables, in the order of the template. */
export function ValuesCell({ recipient }: { recipient: CampaignRecipient }) {
  const given = Object.entries(recipient.values);
  const said = given.map(([variable, value]) => `${variable}: ${value}`).join('\n');
  return (
    <span dir="auto" title={said}>
      {given.map(([, value]) => value).join(' · ') || '–'}
    </span>
  );
}

/** Opens the recipient's conversation, or the contact when there is none. */
export function OpenCell({ recipient }: { recipient: CampaignRecipient }) {
  const { t } = useLingui();
  const { thread_id: thread, contact_id: contact } = recipient;
  const name = recipientName(recipient);
  if (thread !== undefined) {
    return (
      <Link to="/inbox/$thread_id" params={{ thread_id: thread }} aria-label={t`Open the conversation with ${name}`}>
        {t`Open`}
      </Link>
    );
  }
  if (contact === null) return null;
  return (
    <Link to="/contacts" search={{ contact }} aria-label={t`Open the contact ${name}`}>
      {t`Contact`}
    </Link>
  );
}
