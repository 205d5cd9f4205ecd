import { useLingui } from '@lingui/react/macro';
import type { Channel, ChannelHealth } from '@parley/contract/types';
import { Suspense } from 'react';
import { Drawer } from '../../../../ui/layer/drawer.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { type Tab, Tabs } from '../../../../ui/tabs.tsx';
import { TemplatePreview } from '../../../inbox/public.ts';
import { DefaultTemplates } from '../../../templates/public.ts';
import { type ChannelTab, tabsOf } from '../../data/channel-tabs.ts';
import { CallsView } from './calls-view.tsx';
import { DeliveriesView } from './deliveries-view.tsx';
import { DoctorView } from './doctor-view.tsx';
import styles from './drawer.module.css';
import { HoursView } from './hours-view.tsx';
import { LinkView } from './link-view.tsx';
import { ProfileView } from './profile-view.tsx';
import { RegistrationView } from './registration-view.tsx';
import { SettingsView } from './settings-view.tsx';

export type ChannelDrawerProps = {
  channel: Channel;
  health: ChannelHealth | undefined;
  tab: ChannelTab;
  onTab: (tab: ChannelTab) => void;
  /** Opened to send a test message: its first field is focused. */
  testing: boolean;
  onClose: () => void;
};

/** The drawer of a channel with all its settings and checks. */
export function ChannelDrawer({ channel, health, tab, onTab, testing, onClose }: ChannelDrawerProps) {
  const { t } = useLingui();
  const words: Record<ChannelTab, string> = {
    doctor: t`Doctor`,
    deliveries: t`Deliveries`,
    settings: t`Settings`,
    hours: t`Hours`,
    calls: t`Calls`,
    templates: t`Templates`,
    registration: t`Registration`,
    profile: t`Profile`,
    link: t`Link`,
  };
  const shown = tabsOf(channel);
  const current = shown.includes(tab) ? tab : 'doctor';
  return (
    <Drawer size="md" title={channel.channel_label} onClose={onClose}>
      <div className={styles.tabs}>
        <Tabs
          label={t`Views of ${channel.channel_label}`}
          tabs={shown.map((value): Tab<ChannelTab> => ({ value, label: words[value] }))}
          value={current}
          onChange={onTab}
        >
          <div className={styles.view}>
            {current === 'doctor' && (
              <DoctorView
                channel={channel}
                health={health}
                report={health?.report ?? null}
                onTab={onTab}
                testing={testing}
              />
            )}
            {current === 'deliveries' && <DeliveriesView channel={channel} />}
            {current === 'settings' && <SettingsView channel={channel} onRemoved={onClose} />}
            {current === 'hours' && <HoursView channel={channel} />}
            {current === 'calls' && <CallsView channel={channel} />}
            {current === 'templates' && (
              <Suspense fallback={<Skeleton shape="text" label={t`Loading templates`} count={4} />}>
                <DefaultTemplates channel={channel} Preview={TemplatePreview} />
              </Suspense>
            )}
            {current === 'registration' && <RegistrationView channel={channel} />}
            {current === 'profile' && <ProfileView channel={channel} />}
            {current === 'link' && <LinkView channel={channel} />}
          </div>
        </Tabs>
      </div>
    </Drawer>
  );
}
