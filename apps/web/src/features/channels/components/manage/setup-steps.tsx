import { useLingui } from '@lingui/react/macro';
import type { Channel, ChannelHealth, DoctorReport } from '@parley/contract/types';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { Button } from '../../../../ui/button.tsx';
import { icon } from '../../../../ui/icon.ts';
import type { ChannelTab } from '../../data/channel-tabs.ts';
import { useFetchTemplates } from '../../data/use-fetch-templates.ts';
import styles from './check-list.module.css';
import drawer from './drawer.module.css';

type Step = { key: string; done: boolean; title: string; next: string; act?: { label: string; run: () => void } };

export type SetupStepsProps = {
  channel: Channel;
  health: ChannelHealth;
  report: DoctorReport;
  onTab: (tab: ChannelTab) => void;
  onConnect: () => void;
};

/** The remaining setup steps of a number, in order; hidden once complete. From the server, so it survives a break. */
export function SetupSteps(props: SetupStepsProps) {
  const { t } = useLingui();
  const steps = useSteps(props);
  const left = steps.filter(({ done }) => !done).length;
  if (left === 0) return null;
  const [done, all] = [steps.length - left, steps.length];
  return (
    <section className={drawer.section}>
      <h3>{t`Setting up: ${done} of ${all} done`}</h3>
      <ol className={styles.checks}>
        {steps.map((step) => (
          <li key={step.key} className={styles.check} data-step={step.key} data-done={step.done}>
            {step.done ? <IconCircleCheck {...icon} className={styles.ok} /> : <IconCircleDashed {...icon} />}
            <div className={styles.words}>
              <b>{step.title}</b>
              <span className="visually-hidden">{step.done ? t`Done` : t`To do`}</span>
              {!step.done && <span>{step.next}</span>}
              {!step.done && step.act && (
                <span>
                  <Button size="sm" onClick={step.act.run}>
                    {step.act.label}
                  </Button>
                </span>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function useSteps({ channel, health, report, onTab, onConnect }: SetupStepsProps): Step[] {
  const { t } = useLingui();
  const fetching = useFetchTemplates(channel.id);
  const isOk = (...names: string[]) =>
    names.every((name) => report.checks.some((check) => check.name === name && check.state === 'ok'));
  const registration = { label: t`Open Registration`, run: () => onTab('registration') };
  return [
    {
      key: 'number',
      done: isOk('number', 'account'),
      title: t`Number found on WhatsApp`,
      next: t`See below what the checks Number and WhatsApp account say.`,
    },
    {
      key: 'display_name',
      done: isOk('display_name'),
      title: t`WhatsApp has approved the display name`,
      next: t`See below what the check Display name says.`,
    },
    {
      key: 'registered',
      done: isOk('verified', 'registered'),
      title: t`Number verified and registered`,
      next: t`Request a code, enter it, and set a six-digit PIN.`,
      act: registration,
    },
    {
      key: 'webhooks',
      done: isOk('subscribed', 'deliveries'),
      title: t`Messages of customers arrive here`,
      next: isOk('subscribed')
        ? t`Send a message to the number from any phone, then check again.`
        : t`The webhooks are not connected.`,
      ...(isOk('subscribed') ? {} : { act: { label: t`Connect webhooks`, run: onConnect } }),
    },
    {
      key: 'templates',
      done: health.setup.templates_at !== null,
      title: t`Templates synced`,
      next: t`Sync your templates from WhatsApp.`,
      act: { label: fetching.busy ? t`Fetching` : t`Sync templates`, run: fetching.run },
    },
    {
      key: 'test',
      done: health.setup.has_sent,
      title: t`Send a first message`,
      next: t`Send a test message below to a phone that has written.`,
    },
  ];
}
