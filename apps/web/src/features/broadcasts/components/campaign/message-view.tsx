import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { fillTemplate, listTemplateVariables, templateDisplay, uploadedFileId } from '@parley/contract/template-fill';
import type { Campaign, VariableSource } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { buttonClass } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { writeTime } from '../../../../ui/fields/typed-time.ts';
import { useDateLabels } from '../../../../ui/use-date-labels.ts';
import { TemplatePreview } from '../../../inbox/public.ts';
import { useRow, useRows } from '../../../sync/public.ts';
import { useCategoryLabels, useFieldName, useVariableLabel } from '../../../templates/public.ts';
import { useAudienceText } from '../../data/campaign-labels.ts';
import { useWinnerRules } from '../../data/use-ab-labels.ts';
import { useConversionText } from '../../data/use-conversion-text.ts';
import styles from './campaign.module.css';

/** The template as it was at the start, the sources of its values, and every setting. */
export function MessageView({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui();
  const { template, variables, ab_test, ab_template } = campaign;
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
          <p>{t`The template’s text is saved when the broadcast starts. Until then it can change.`}</p>
        </EmptyState>
      </div>
    );
  }
  return (
    <div className={styles.message}>
      <section className={styles.part} aria-labelledby="message">
        <h2 id="message">{t`Message text`}</h2>
        {ab_test !== null && <h3>{t`Variant A`}</h3>}
        <SentMessage template={template} variables={variables} label={t`Message text`} />
        {ab_test !== null && ab_template !== null && (
          <>
            <h3>{t`Variant B`}</h3>
            <SentMessage template={ab_template} variables={ab_test.variables} label={t`Variant B`} />
          </>
        )}
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

type SentMessageProps = {
  template: NonNullable<Campaign['template']>;
  variables: Campaign['variables'];
  label: string;
};

function SentMessage({ template, variables, label }: SentMessageProps) {
  const fieldName = useFieldName();
  const shown = Object.fromEntries(
    listTemplateVariables(template).map(({ key, name }) => [key, placeholder(variables[key], name, fieldName)]),
  );
  return (
    <Suspense>
      <TemplatePreview
        label={label}
        name={template.name}
        display={templateDisplay(template, fillTemplate(template, shown))}
      />
    </Suspense>
  );
}

/** A field name in brackets, or the text itself. */
function placeholder(source: VariableSource | undefined, name: string, fieldName: (field: string) => string): string {
  if (source === undefined) return `[${name}]`;
  if ('column' in source) return `[${source.column}]`;
  return 'field' in source ? `[${fieldName(source.field)}]` : source.value;
}

function Settings({ campaign }: { campaign: Campaign }) {
  const { t, i18n } = useLingui();
  const days = useDateLabels();
  const time = (at: string) => writeTime(at, i18n.locale);
  const audienceText = useAudienceText();
  const conversionText = useConversionText();
  const lists = useRows('contact_lists');
  const channel = useRow('channels', campaign.channel_id);
  const { template, schedule, stop_rules: rules, purpose } = campaign;
  const { named, without } = audienceText(campaign, (id) => lists.find((list) => list.id === id)?.name);
  const { ab_test: test, ab_template: templateB } = campaign;
  const winnerRules = useWinnerRules();
  const labelOf = useVariableLabel();
  const fieldName = useFieldName();
  const categoryLabels = useCategoryLabels();
  const nameIn = (of: Campaign['template'], key: string) => {
    const variable = of && listTemplateVariables(of).find((one) => one.key === key);
    return variable ? labelOf(variable) : key;
  };
  const facts = (of: NonNullable<Campaign['template']>) =>
    [of.name, of.language, categoryLabels(of.category)].filter(Boolean).join(' · ');
  const sources = [
    ...Object.entries(campaign.variables).map(([key, source]) => [nameIn(template, key), source] as const),
    ...Object.entries(test?.variables ?? {}).map(
      ([key, source]) => [`${t`Variant B`}: ${nameIn(templateB, key)}`, source] as const,
    ),
  ];
  const valueText = (value: string) => (uploadedFileId(value) === null ? value : t`Uploaded file`);
  const { window: hours, spread_hours: spread, per_day: perDay, recipient_zone: zone, first_share: share } = schedule;
  return (
    <dl className={styles.facts}>
      {purpose && <Fact name={t`Purpose`}>{purpose}</Fact>}
      {campaign.area === 'BROADCAST_SANDBOX' && <Fact name={t`Reach`}>{t`Sandbox contacts and test phones only`}</Fact>}
      <Fact name={t`Channel`}>{channel?.channel_label ?? t`Removed`}</Fact>
      {template && <Fact name={t`Template`}>{facts(template)}</Fact>}
      {test && templateB && (
        <Fact name={t`Variant B`}>
          {facts(templateB)}
          <p>
            {test.percent === 50
              ? t`Half each`
              : `${t`${test.percent}% each, then wait ${test.wait_hours} h. The rest gets:`} ${winnerRules[test.winner]}`}
          </p>
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
          {'column' in source
            ? t`Column ${source.column} of the file`
            : 'field' in source
              ? t`Each recipient’s ${fieldName(source.field)}`
              : t`For everyone: ${valueText(source.value)}`}
          {source.fallback !== undefined && <p>{t`If empty: ${source.fallback}`}</p>}
        </Fact>
      ))}
      {schedule.conversion && <Fact name={t`Conversion`}>{conversionText(schedule.conversion)}</Fact>}
      <Fact name={t`Start`}>{schedule.at ? t`Scheduled for ${days.exact(schedule.at)}` : t`Immediately`}</Fact>
      {zone && (
        <Fact name={t`Time zone`}>
          {t`Each recipient’s own`}
          <p>
            {zone.passed === 'now'
              ? t`Immediately where the time had passed`
              : t`The next day where the time had passed`}
          </p>
        </Fact>
      )}
      {share && (
        <Fact name={t`First`}>
          {t`${share.percent}% of the recipients, then wait ${plural(share.wait_hours, { one: '# hour', other: '# hours' })}`}
          <p>{t`The rest only if at most ${share.failure_percent}% fail and ${share.opt_out_percent}% opt out`}</p>
        </Fact>
      )}
      {hours && <Fact name={t`Only between`}>{t`${time(hours.from)} and ${time(hours.to)}`}</Fact>}
      {spread && (
        <Fact name={t`Pace`}>{t`Spread evenly over ${plural(spread, { one: '# hour', other: '# hours' })}`}</Fact>
      )}
      {!spread && <Fact name={t`Pace`}>{t`At the channel’s maximum speed`}</Fact>}
      {perDay && (
        <Fact name={t`Per day`}>{t`At most ${plural(perDay, { one: '# recipient', other: '# recipients' })}`}</Fact>
      )}
      {schedule.budget && (
        <Fact
          name={t`Budget`}
        >{t`Pauses when ${i18n.number(schedule.budget, { minimumFractionDigits: 2 })} are used`}</Fact>
      )}
      <Fact name={t`Recipients on hold`}>
        {schedule.retry_capped ? t`Retried after 12, 24 and 48 hours` : t`Not retried automatically`}
      </Fact>
      <Fact name={t`Pauses automatically`}>
        {rules === null ? t`Never` : t`When more than ${rules.failure_percent}% of the last ${rules.of} failed`}
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
