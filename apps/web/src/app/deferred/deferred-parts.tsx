import { useEffect, useLayoutEffect } from 'react';
import { loadAssigneeNoteDialog, useAssigneeNote } from '../../features/inbox/public.ts';
import { lazyComponent } from '../../platform/lazy-component.tsx';
import { startPush } from '../../platform/push.ts';
import { getWelcomeMessage } from '../../platform/welcome-message.ts';
import { loadLaterScreens } from '../load-later-screens.ts';
import { closeOverlay, useOverlay } from '../shell/overlays.ts';
import { ActivityDrawer } from './activity-drawer.tsx';
import { CircularMenu } from './circular-menu.tsx';
import { useContactFinders } from './contact-finders.tsx';
import { usePreferenceSync } from './follow-preferences.ts';
import { useGlobalCommands } from './global-commands.ts';
import { startKeyboard } from './keyboard.ts';
import { OwnAwayBadge } from './own-away-badge.tsx';
import { Palette } from './palette.tsx';
import { usePublishedKeys } from './publish-keys.ts';
import { useSettingsFinder } from './settings-finder.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { startUpdates } from './updates.ts';

const team = () => import('../../features/team/public.ts');
const Welcome = lazyComponent(async () => (await team()).WelcomeMessage, { fallback: null });
const RunningBadge = lazyComponent(
  async () => (await import('../../features/broadcasts/public.ts')).loadRunningBadge(),
  {
    fallback: null,
    optional: true,
  },
);
const TemplateNotices = lazyComponent(
  async () => (await import('../../features/templates/public.ts')).loadTemplateNotices(),
  { fallback: null, optional: true },
);
const NotificationFollower = lazyComponent(
  async () => (await import('../../features/notifications/public.ts')).loadNotificationFollower(),
  { fallback: null, optional: true },
);
const NotificationCentre = lazyComponent<{ settings: boolean; onClose: () => void }>(
  async () => (await import('../../features/notifications/public.ts')).loadNotificationCentre(),
  { fallback: null },
);
const CallFollower = lazyComponent(async () => (await import('../../features/calls/public.ts')).loadCallFollower(), {
  fallback: null,
  optional: true,
});
const AssigneeNoteDialog = lazyComponent(loadAssigneeNoteDialog, { fallback: null });
const IdentityQuestion = lazyComponent(
  () => import('../../features/identity/public.ts').then((module) => module.ConfirmIdentity),
  { fallback: null },
);
const AccountsSheet = lazyComponent(async () => (await team()).loadAccountsSheet(), { fallback: null });

/** Deferred components of every signed-in page. */
export function DeferredParts() {
  useGlobalCommands();
  useContactFinders();
  useSettingsFinder();
  usePublishedKeys();
  usePreferenceSync();
  // Before the keys that waited for it.
  useLayoutEffect(startKeyboard, []);
  useEffect(() => {
    // Without it, reports that wait on this device are sent after the next start.
    import('../../features/feedback/public.ts')
      .then(({ startReportQueue }) => startReportQueue())
      .catch(() => undefined);
    // The first change of pages must not wait for it.
    loadLaterScreens().catch(() => undefined);
    startUpdates();
    startPush();
  }, []);
  const open = useOverlay((overlay) => overlay.open);
  const noting = useAssigneeNote((note) => note !== null);
  return (
    <>
      <CircularMenu />
      <IdentityQuestion />
      <OwnAwayBadge />
      <RunningBadge />
      <TemplateNotices />
      <NotificationFollower />
      <CallFollower />
      {getWelcomeMessage() !== null && <Welcome />}
      {noting && <AssigneeNoteDialog />}
      {open === 'palette' && <Palette />}
      {open === 'shortcuts' && <ShortcutSheet />}
      {open === 'activity' && <ActivityDrawer />}
      {(open === 'notifications' || open === 'notification-settings') && (
        <NotificationCentre settings={open === 'notification-settings'} onClose={closeOverlay} />
      )}
      {open === 'accounts' && <AccountsSheet onClose={closeOverlay} />}
    </>
  );
}
