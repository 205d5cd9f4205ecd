import { useLingui } from '@lingui/react/macro';
import { listText } from '../../../platform/formats.ts';
import { MomentField } from '../../../ui/fields/moment-field.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { useAccountTimeZone } from '../../sync/public.ts';
import type { ComposeDraft } from '../data/draft.ts';
import { getsText } from '../data/messages.ts';
import { nextHour } from '../data/next-hour.ts';
import type { ComposeTarget } from '../data/use-targets.ts';
import styles from './compose.module.css';

type Props = {
  draft: ComposeDraft;
  targets: readonly ComposeTarget[];
  problem: string | null;
  onChange: (part: Partial<ComposeDraft>) => void;
};

/** When the messages are sent: at once, or at a time of the account. */
export function WhenPart({ draft, targets, problem, onChange }: Props) {
  const { t } = useLingui();
  const zone = useAccountTimeZone();
  const { sendAt: at } = draft;
  const closing =
    at === null ? [] : targets.filter((target) => getsText(draft.how, target) && closesBefore(target, at));
  const names = listText(closing.map(({ name }) => name));
  return (
    <section className={styles.part} aria-labelledby="compose-when">
      <h2 id="compose-when" className={styles.heading}>{t`When`}</h2>
      <div>
        <Segments
          label={t`When it is sent`}
          value={at === null ? 'now' : 'later'}
          segments={[
            { value: 'now', label: t`Now` },
            { value: 'later', label: t`At a date and time` },
          ]}
          onChange={(value) => onChange({ sendAt: value === 'now' ? null : nextHour(Date.now()) })}
        />
      </div>
      {at !== null && (
        <>
          <MomentField zone={zone} at={at} error={problem} onChange={(sendAt) => onChange({ sendAt })} />
          <p className={styles.quiet}>
            {t`Opt-outs, blocks and the reply window are checked again at that time. What can’t be sent then is on hold, with the reason.`}
          </p>
          {closing.length > 0 && (
            <p className={styles.quiet}>
              {t`The reply window closes before then: ${names}. Their message is sent only if they write again; choose a template to be sure.`}
            </p>
          )}
        </>
      )}
    </section>
  );
}

function closesBefore({ thread }: ComposeTarget, at: string): boolean {
  const expires = thread?.window_expires_at ?? null;
  return expires !== null && Date.parse(expires) <= Date.parse(at);
}
