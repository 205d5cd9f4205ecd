import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { ApiError, NetworkError } from '../../../../platform/errors.ts';
import { listText } from '../../../../platform/formats.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { TextField } from '../../../../ui/field.tsx';
import { FormError } from '../../../../ui/form.tsx';
import { icon } from '../../../../ui/icon.ts';
import { SandboxTag } from '../../../sandbox/public.ts';
import { useCampaignLabels } from '../../data/campaign-labels.ts';
import { unknownCountry, useCountryName } from '../../data/country-name.ts';
import { allowanceLeft, useChannelHealth } from '../../data/editor/channel-health.ts';
import { type StepName, sendingSeconds, stepOfField } from '../../data/editor/steps.ts';
import type { Broadcast } from '../../data/editor/use-broadcast.ts';
import { useProblemText } from '../../data/editor/use-editor-text.ts';
import type { Sending } from '../../data/editor/use-sending.ts';
import { useVariableNames } from '../../data/editor/use-variable-names.ts';
import { Outcome } from './audience-count.tsx';
import styles from './editor.module.css';
import { SendButton, SendTestButton } from './editor-actions.tsx';
import { PriceEstimate } from './price-estimate.tsx';

type Props = { broadcast: Broadcast; sending: Sending; goTo: (step: StepName) => void };

/** The last step: a summary of all checks, and the send buttons. */
export function CheckStep({ broadcast, sending, goTo }: Props) {
  const { t } = useLingui();
  const { store, counting, problems } = broadcast;
  const { check } = counting;
  return (
    <div className={styles.fields}>
      <Preflight broadcast={broadcast} goTo={goTo} />
      {check !== null && (
        <>
          <Outcome broadcast={broadcast} check={check} />
          <Estimates broadcast={broadcast} />
          {check.price !== null && check.will_receive > 0 && (
            <PriceEstimate price={check.price} own={broadcast.state.draft.schedule.budget ?? null} />
          )}
        </>
      )}
      <p className={styles.quiet}>
        {t`Only message contacts who agreed to hear from you on WhatsApp. Contacts who opted out are excluded automatically.`}
      </p>
      {sending.asksForNumber && problems.length === 0 && (
        <TypedNumber sending={sending} recipients={check?.will_receive ?? 0} />
      )}
      <SendProblem sending={sending} goTo={goTo} />
      <p className={styles.row}>
        <SendTestButton broadcast={broadcast} />
        <Button onClick={() => void store.saveNow()}>{t`Save draft`}</Button>
        {!sending.isPlanned && <Button onClick={() => goTo('when')}>{t`Schedule`}</Button>}
        <SendButton broadcast={broadcast} sending={sending} goTo={goTo} />
      </p>
    </div>
  );
}

/** The checks with their results. */
function Preflight({ broadcast, goTo }: { broadcast: Broadcast; goTo: (step: StepName) => void }) {
  const { t, i18n } = useLingui();
  const words = useProblemText();
  const label = useVariableNames(broadcast);
  const { store, problems, counting, template, channel, state } = broadcast;
  const { schedule } = state.draft;
  const perDay = schedule.per_day ?? null;
  const health = useChannelHealth(state.draft.channel_id);
  const allowance = allowanceLeft(health);
  const recipients = counting.check?.will_receive ?? 0;
  const missing = counting.check?.excluded.find(({ reason }) => reason === 'missing_value')?.count ?? 0;
  const left = allowance && i18n.number(allowance.left);
  const exceeds = allowance !== null && recipients > 0 && Math.min(recipients, perDay ?? recipients) > allowance.left;
  return (
    <ul className={styles.preflight}>
      {problems.map((problem) => (
        <Line
          key={`${problem.variant ?? 'A'}/${problem.kind}/${'key' in problem ? problem.key : ''}`}
          tone="bad"
          end={
            <button type="button" className={styles.link} onClick={() => goTo(problem.step)}>
              {t`Fix it`}
            </button>
          }
        >
          {words(problem, label)}
        </Line>
      ))}
      {template?.status === 'ACTIVE' && <Line tone="ok">{t`WhatsApp has approved the template`}</Line>}
      {channel?.state === 'ACTIVE' && (
        <Line tone="ok" end={channel.sandbox && <SandboxTag written />}>
          {t`The channel can send`}
        </Line>
      )}
      {state.draft.exclude.missing_values && missing > 0 && (
        <Line tone="warn">
          {t`${plural(missing, { one: '# recipient without a value', other: '# recipients without a value' })} excluded`}
        </Line>
      )}
      {exceeds && (
        <Line
          tone="warn"
          end={
            allowance.left > 0 && (
              <button
                type="button"
                className={styles.link}
                onClick={() => store.change({ schedule: { ...schedule, per_day: allowance.left } })}
              >
                {t`Send ${left} today, the rest on the next days`}
              </button>
            )
          }
        >
          {t`This audience is larger than what WhatsApp’s limit leaves in 24 hours: ${left}, for all numbers of your portfolio. The rest waits and goes out by itself.`}
        </Line>
      )}
      {perDay !== null && recipients > perDay && (
        <Line tone="ok">
          {t`${plural(Math.ceil(recipients / perDay), { one: 'Sent within # day', other: 'Sent over # days' })}, at most ${plural(perDay, { one: '# recipient', other: '# recipients' })} per day`}
        </Line>
      )}
      {allowance !== null && recipients > 0 && recipients <= allowance.left && (
        <Line tone="ok">{t`Within today’s limit: ${left} new contacts left`}</Line>
      )}
      {template?.category === 'MARKETING' && (
        <Line tone="warn">{t`Marketing message: WhatsApp may not deliver it to contacts who received many.`}</Line>
      )}
    </ul>
  );
}

function Line({ tone, children, end }: { tone: 'ok' | 'warn' | 'bad'; children: ReactNode; end?: ReactNode }) {
  const { t } = useLingui();
  const Icon = { ok: IconCircleCheck, warn: IconAlertTriangle, bad: IconCircleX }[tone];
  const word = { ok: t`OK:`, warn: t`Warning:`, bad: t`To fix:` }[tone];
  return (
    <li data-tone={tone}>
      <Icon {...icon} />
      <span>
        <span className="visually-hidden">{word} </span>
        {children}
      </span>
      {end}
    </li>
  );
}

function Estimates({ broadcast }: { broadcast: Broadcast }) {
  const { t, i18n } = useLingui();
  const { duration } = useCampaignLabels();
  const countryName = useCountryName();
  const { check } = broadcast.counting;
  if (check === null) return null;
  const seconds = sendingSeconds(broadcast.state.draft, check);
  const first = check.countries.filter(({ country }) => country !== unknownCountry).slice(0, 3);
  return (
    <dl className={styles.estimates}>
      <div>
        <dt>{t`Recipients`}</dt>
        <dd>{i18n.number(check.will_receive)}</dd>
      </div>
      <div>
        <dt>{t`Takes about`}</dt>
        <dd>{duration(seconds)}</dd>
      </div>
      {first.length > 0 && (
        <div>
          <dt>{t`Top countries`}</dt>
          <dd>{listText(first.map(({ country, count }) => `${countryName(country)} ${i18n.number(count)}`))}</dd>
        </div>
      )}
    </dl>
  );
}

/** Large audiences: the number must be typed, to prevent sending by mistake. */
function TypedNumber({ sending, recipients }: { sending: Sending; recipients: number }) {
  const { t, i18n } = useLingui();
  const field = useRef<HTMLDivElement>(null);
  const { asked, typed, setTyped, isConfirmed } = sending;
  useEffect(() => {
    if (asked > 0) field.current?.querySelector('input')?.focus();
  }, [asked]);
  return (
    <div ref={field} className={styles.narrow}>
      <TextField
        label={t`Type the number of recipients to confirm`}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        error={
          typed !== '' && !isConfirmed
            ? t`The number doesn’t match the number of recipients.`
            : typed === '' && asked > 0
              ? t`Nothing was sent yet. Type ${i18n.number(recipients)}, then send again.`
              : null
        }
        help={t`Then you have 5 seconds to cancel, and can pause at any time.`}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  );
}

/** Why it was not sent, and what to do. */
function SendProblem({ sending, goTo }: { sending: Sending; goTo: (step: StepName) => void }) {
  const { t, i18n } = useLingui();
  const words = useServerErrorMessage();
  const { phase } = sending;
  if (phase.kind === 'not_saved') {
    return <FormError>{t`The draft couldn’t be saved, so nothing was sent. Try again in a moment.`}</FormError>;
  }
  if (phase.kind === 'changed') {
    const before = i18n.number(phase.before);
    const after = i18n.number(phase.after);
    return (
      <FormError>
        {t`The audience changed from ${before} to ${after}. Nothing was sent. Check it and send again.`}
      </FormError>
    );
  }
  if (phase.kind !== 'failed') return null;
  const { error } = phase;
  if (error instanceof NetworkError) {
    return (
      <FormError>
        {t`The server didn’t respond, so the start isn’t confirmed. Send again: no one gets the message twice.`}
      </FormError>
    );
  }
  const problems = error instanceof ApiError && error.code === 'campaign_not_ready' ? error.data : [];
  const more = error instanceof ApiError && problems.length === 0 ? error.data.map(({ msg }) => msg) : [];
  return (
    <>
      <FormError>{[...new Set([words(error), ...more])].join(' ')}</FormError>
      {problems.length > 0 && (
        <ul className={styles.preflight}>
          {problems.map(({ field, msg }) => {
            const step = stepOfField(field);
            return (
              <Line
                key={`${field}/${msg}`}
                tone="bad"
                end={
                  step !== null && (
                    <button type="button" className={styles.link} onClick={() => goTo(step)}>
                      {t`Fix it`}
                    </button>
                  )
                }
              >
                {msg}
              </Line>
            );
          })}
        </ul>
      )}
      {error instanceof ApiError && error.code === 'campaign_state' && (
        <p>
          <Link to="/broadcast/history" search={{}} className={buttonClass({ size: 'sm' })}>{t`All broadcasts`}</Link>
        </p>
      )}
    </>
  );
}
