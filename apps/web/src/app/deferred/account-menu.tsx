import { useLingui } from '@lingui/react/macro';
import {
  IconBell,
  IconBug,
  IconBulb,
  IconChartBar,
  IconDeviceMobileMessage,
  IconHistory,
  IconKeyboard,
  IconLogout,
  IconPlug,
  IconPlugConnected,
  IconRoute,
  IconSettings,
  IconSwitchHorizontal,
  IconTemplate,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { session } from '../../platform/browser-session.ts';
import { useProfile } from '../../platform/profile.ts';
import { icon } from '../../ui/icon.ts';
import { MemberAvatar } from '../../ui/member-avatar.tsx';
import { roleName } from '../../ui/role-name.ts';
import { useBelow, useMedia } from '../../ui/use-media.ts';
import { mayOpen } from '../may-open.ts';
import { type RoutePath, routerPath } from '../route-table.ts';
import { type Overlay, openOverlay } from '../shell/overlays.ts';
import styles from './account-menu.module.css';
import { AwayEntry } from './away-entry.tsx';
import { DensitySwitch, ThemeSwitch } from './theme-switch.tsx';

/**
 * The account menu: everything about the account, and the pages without a rail item. Beside the rail; on phones a
 * bottom sheet.
 */
export function AccountMenu({ withPages, onClose }: { withPages: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  // On phones, the accounts open as a sheet over the current page.
  const phone = useBelow('sm');
  const hasKeyboard = useMedia('(hover: hover)');

  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
  }, []);

  const onClick = (event: MouseEvent<HTMLDialogElement>) => {
    // A click on the dialog element itself is a click on its backdrop; a click on a link navigates away.
    const { target } = event;
    if (target === event.currentTarget || (target instanceof Element && target.closest('a'))) onClose();
  };
  return (
    <dialog
      ref={dialog}
      className={styles.menu}
      aria-label={withPages ? t`More` : t`Account`}
      onClose={onClose}
      onClick={onClick}
      onKeyDown={moveByArrows}
    >
      <div className={styles.content}>
        <Who />
        {withPages && (
          <Group>
            <Entry to="/automations" icon={<IconRoute {...icon} />} label={t`Automations`} />
            <Entry to="/templates" icon={<IconTemplate {...icon} />} label={t`Message Templates`} />
          </Group>
        )}
        <Group>
          <Entry to="/reports" icon={<IconChartBar {...icon} />} label={t`Reports`} />
          <Entry to="/channels" icon={<IconPlugConnected {...icon} />} label={t`Channels`} />
          <Entry to="/team" icon={<IconUsers {...icon} />} label={t`Team`} />
          <Entry to="/integrations" icon={<IconPlug {...icon} />} label={t`Integrations`} />
          <Entry to="/settings" icon={<IconSettings {...icon} />} label={t`Settings`} />
          <Entry to="/sandbox" icon={<IconDeviceMobileMessage {...icon} />} label={t`Sandbox`} />
        </Group>
        <Group>
          <Entry to="/feature-request" icon={<IconBulb {...icon} />} label={t`Feature request`} />
          <Entry to="/bug-reporting" icon={<IconBug {...icon} />} label={t`Report a bug`} />
        </Group>
        <Group>
          <Opener overlay="notifications" icon={<IconBell {...icon} />} label={t`Notifications`} onOpen={onClose} />
          <Opener overlay="activity" icon={<IconHistory {...icon} />} label={t`Recent activity`} onOpen={onClose} />
          {hasKeyboard && (
            <Opener
              overlay="shortcuts"
              icon={<IconKeyboard {...icon} />}
              label={t`Keyboard shortcuts`}
              onOpen={onClose}
            />
          )}
        </Group>
        <div className={styles.looks}>
          <ThemeSwitch />
          <DensitySwitch />
        </div>
        <Group>
          <AwayEntry />
          {phone ? (
            <Opener
              overlay="accounts"
              icon={<IconSwitchHorizontal {...icon} />}
              label={t`Switch account`}
              onOpen={onClose}
            />
          ) : (
            <Entry to="/switch-account" icon={<IconSwitchHorizontal {...icon} />} label={t`Switch account`} />
          )}
          <Entry to="/logout" icon={<IconLogout {...icon} />} label={t`Sign out`} />
        </Group>
      </div>
    </dialog>
  );
}

function Who() {
  const { i18n } = useLingui();
  const profile = useProfile((state) => state.profile);
  const state = session.state();
  const role = state.status === 'signed-out' ? null : state.claims.role;
  return (
    <div className={styles.who}>
      <MemberAvatar name={profile?.userName ?? null} photo={profile?.photoUrl} size="lg" />
      <div className={styles.names}>
        <strong>
          <bdi>{profile?.accountName}</bdi>
        </strong>
        <span>
          <bdi>{profile?.userName}</bdi>
          {role && ` · ${i18n._(roleName[role])}`}
        </span>
      </div>
    </div>
  );
}

function Group({ children }: { children: ReactNode }) {
  return <ul className={styles.group}>{children}</ul>;
}

function Entry({ to, icon: picture, label }: { to: RoutePath; icon: ReactNode; label: string }) {
  if (!mayOpen(to)) return null;
  return (
    <li>
      <Link to={routerPath(to)} className={styles.entry} activeProps={{ 'aria-current': 'page' }}>
        {picture}
        {label}
      </Link>
    </li>
  );
}

function Opener(props: { overlay: Overlay; icon: ReactNode; label: string; onOpen: () => void }) {
  return (
    <li>
      <button
        type="button"
        data-entry
        className={styles.entry}
        onClick={() => {
          props.onOpen();
          openOverlay(props.overlay);
        }}
      >
        {props.icon}
        {props.label}
      </button>
    </li>
  );
}

/** Arrow keys move between the entries. */
function moveByArrows(event: KeyboardEvent<HTMLDialogElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || (event.target instanceof HTMLInputElement && event.target.type === 'radio')) return;
  event.preventDefault();
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('a, [data-entry]')];
  const at = entries.indexOf(document.activeElement as HTMLElement);
  entries[(at + step + entries.length) % entries.length]?.focus();
}
