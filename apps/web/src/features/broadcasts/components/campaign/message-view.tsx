import { useLingui } from '@lingui/react/macro';
import { fillTemplate, listTemplateVariables, templateDisplay, uploadedFileId } from '@parley/contract/template-fill';
import type { Campaign, VariableSource } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { buttonClass } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { useDateLabels } from '../../../../ui/use-date-labels.ts';
import { TemplatePreview } from '../../../inbox/public.ts';
import { useRow, useRows } from '../../../sync/public.ts';
import { useAudienceText } from '../../data/campaign-labels.ts';
import styles from './campaign.module.css';

/** The template as it was at the start, the sources of its values, and every setting. */
export function MessageView({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui();
  const { template, variables } = campaign;
  if (template === null) {
    return (
      <div className={styles.sheet}>
        <EmptyState
          title={t`Recipients are not prepared yet`}
          actions={
            campaign.state !== 'CANCELLED' && (
              <Link to="/broadcast" search={{ id: campaign.id }} className={buttonClass({ variant: 'filled' })}>
                {t`Open the draft`}
              </Link>
            )
          }
        >
          <p>{t`The template's text is saved when the broadcast starts. Until then it can change.`}</p>
        </EmptyState>
      </div>
    );
  }
  const shown = Object.fromEntries(
    listTemplateVariables(template).map(({ key, name }) => [key, placeholder(variables[key], name)]),
  );
  return (
    <div className={styles.message}>
      <section className={styles.part} aria-labelledby="message">
        <h2 id="message">{t`Message text`}</h2>
        <Suspense>
          <TemplatePreview
            label={t`Message text`}
            name={template.name}
            display={templateDisplay(template, fillTemplate(template, shown))}
          />
        </Suspense>
        <p className={styles.quiet}>
          {t`The message as it was at the start. Each recipient gets their own values in brackets; see the recipients for what was sent.`}
        </p>
      </section>
      <section className={styles.part} aria-labelledby="settings">
        <h2 id="settings">{t`How it was sent`}</h2>
        <Settings campaign={campaign} />
      </section>
    </div>
  );
}

/** A field name in brackets, or the text itself. */
function placeholder(source: VariableSource | undefined, name: string): string {
  if (source === undefined) return `[${name}]`;
  return 'field' in source ? `[${source.field}]` : source.value;
}

function Settings({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui();
  const days = useDateLabels();
  const audienceText = useAudienceText();
  const lists = useRows('contact_lists');
  const channel = useRow('channels', campaign.channel_id);
  const { template, schedule, stop_rules: rules, purpose } = campaign;
  const { named, without } = audienceText(campaign, (id) => lists.find((list) => list.id === id)?.name);
  const sources = Object.entries(campaign.variables);
  const valueText = (value: string) => (uploadedFileId(value) === null ? value : t`Uploaded file`);
  const { window: hours, spread_hours: spread, recipient_zone: zone, first_share: share } = schedule;
  return (
    <dl className={styles.facts}>
      {purpose && <Fact name={t`Purpose`}>{purpose}</Fact>}
      {campaign.area === 'BROADCAST_SANDBOX' && <Fact name={t`Reach`}>{t`Sandbox contacts and test phones only`}</Fact>}
      <Fact name={t`Channel`}>{channel?.channel_label ?? t`Removed`}</Fact>
      {template && (
        <Fact name={t`Template`}>
          {[template.name, template.language, template.category].filter(Boolean).join(' · ')}
        </Fact>
      )}
      <Fact name={t`Audience`}>
        {named.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Fact>
      {without.length > 0 && (
        <Fact name={t`Without`}>
          {without.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Fact>
      )}
      {sources.map(([variable, source]) => (
        <Fact key={variable} name={variable}>
          {'field' in source ? t`Each recipient's ${source.field}` : t`For everyone: ${valueText(source.value)}`}
          {source.fallback !== undefined && <p>{t`Where that is blank: ${source.fallback}`}</p>}
        </Fact>
      ))}
      <Fact name={t`Start`}>{schedule.at ? t`Scheduled for ${days.exact(schedule.at)}` : t`At once`}</Fact>
      {zone && (
        <Fact name={t`Time zone`}>
          {t`Each recipient's own`}
          <p>
            {zone.passed === 'now' ? t`At once where the time had passed` : t`The next day where the time had passed`}
          </p>
        </Fact>
      )}
      {share && (
        <Fact name={t`First`}>
          {t`${share.percent} % of the recipients, then a wait of ${share.wait_hours} hours`}
          <p>{t`The rest not above ${share.failure_percent} % failures or ${share.opt_out_percent} % opt-outs`}</p>
        </Fact>
      )}
      {hours && <Fact name={t`Only between`}>{t`${hours.from} and ${hours.to}`}</Fact>}
      {spread && <Fact name={t`Pace`}>{t`Spread evenly over ${spread} hours`}</Fact>}
      {!spread && <Fact name={t`Pace`}>{t`At the channel's maximum speed`}</Fact>}
      <Fact name={t`Recipients on hold`}>
        {schedule.retry_capped ? t`Retried after 12, 24 and 48 hours` : t`Not retried automatically`}
      </Fact>
      <Fact name={t`Pauses automatically`}>
        {rules === null
          ? t`Not for failures`
          : t`When more than ${rules.failure_percent} % of the last ${rules.of} failed`}
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </>
  );
}
