import { useLingui } from '@lingui/react/macro';
import { IconCheck, IconClock, IconPlayerPause, IconSearch, IconTrash, IconWifiOff, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Avatar } from './avatar.tsx';
import { Badge, Count } from './badge.tsx';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { PasswordField, TextField } from './field.tsx';
import { FormError } from './form.tsx';
import type { GallerySection } from './gallery-section.ts';
import { icon, smallIcon } from './icon.ts';
import { IconButton } from './icon-button.tsx';
import { MemberAvatar } from './member-avatar.tsx';
import { SelectField } from './select-field.tsx';
import { Ticks } from './ticks.tsx';
import { toast } from './toast.ts';

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  return [
    { id: 'buttons', title: t`Buttons`, states: <Buttons /> },
    { id: 'icon-buttons', title: t`Icon buttons`, states: <IconButtons /> },
    { id: 'badges', title: t`Badges and counts`, states: <Badges /> },
    { id: 'ticks', title: t`Ticks`, states: <AllTicks /> },
    { id: 'contacts', title: t`Contacts and their reply window`, states: <Avatars /> },
    { id: 'people', title: t`People of the team`, states: <AvatarStates /> },
    { id: 'fields', title: t`Fields`, states: <Fields /> },
    { id: 'banners', title: t`Banners`, states: <Banners /> },
    { id: 'empty', title: t`Nothing here`, states: <Empty /> },
    { id: 'toasts', title: t`Toasts`, states: <Toasts /> },
  ];
}

function Buttons() {
  const { t } = useLingui();
  return (
    <>
      <Button variant="filled">{t`Send`}</Button>
      <Button>{t`Export`}</Button>
      <Button variant="plain">{t`Discard`}</Button>
      <Button danger>
        <IconTrash {...smallIcon} />
        {t`Delete`}
      </Button>
      <Button variant="filled" danger>{t`Delete 340`}</Button>
      <Button variant="filled" blocked>{t`Send to 4,102`}</Button>
      <Button variant="filled" busy>{t`Signing in`}</Button>
      <Button size="sm">{t`Reconnect`}</Button>
      <Button variant="filled" size="lg">{t`Sign in`}</Button>
    </>
  );
}

function IconButtons() {
  const { t } = useLingui();
  return (
    <>
      <IconButton label={t`Search`} shortcut="/">
        <IconSearch {...icon} />
      </IconButton>
      <IconButton label={t`Search, on`} aria-pressed>
        <IconSearch {...icon} />
      </IconButton>
      <IconButton label={t`Close`} size="sm">
        <IconX {...icon} />
      </IconButton>
    </>
  );
}

function Badges() {
  const { t } = useLingui();
  return (
    <>
      <Badge>{t`Draft`}</Badge>
      <Badge tone="ok" icon={<IconCheck {...smallIcon} />}>{t`Ready`}</Badge>
      <Badge tone="info" icon={<IconClock {...smallIcon} />}>{t`In review`}</Badge>
      <Badge tone="warn" icon={<IconPlayerPause {...smallIcon} />}>{t`Paused until 14:00`}</Badge>
      <Badge tone="bad" icon={<IconX {...smallIcon} />}>{t`Rejected`}</Badge>
      <Count value={3} label={t`3 unread`} />
      <Count value={140} label={t`140 unread`} />
    </>
  );
}

function AllTicks() {
  return (
    <>
      <Ticks status={0} sendState="waiting" />
      <Ticks status={0} sendState="held" />
      <Ticks status={1} sendState="accepted" />
      <Ticks status={2} sendState="accepted" />
      <Ticks status={3} sendState="accepted" />
      <Ticks status={4} sendState="accepted" />
      <Ticks status={-1} sendState="failed" />
      <Ticks status={0} sendState="unknown" />
    </>
  );
}

const now = Date.parse('2026-11-20T10:00:00.000Z');
const inHours = (hours: number) => new Date(now + hours * 3_600_000).toISOString();

function Avatars() {
  return (
    <>
      <Avatar name="Amara Okafor" seed="1" windowExpiresAt={inHours(23.6)} now={now} />
      <Avatar name="Henrik Lindqvist" seed="2" windowExpiresAt={inHours(12)} now={now} />
      <Avatar name="佐藤 美咲" seed="3" windowExpiresAt={inHours(3.8)} now={now} />
      <Avatar name="ليلى حداد" seed="4" windowExpiresAt={inHours(0.7)} now={now} />
      <Avatar name="Diego Paredes" seed="5" windowExpiresAt={null} now={now} />
      <Avatar name="+44 7700 900361" seed="6" />
      <Avatar name="Priya Raghunathan" seed="7" size="xl" windowExpiresAt={inHours(20)} now={now} />
      <Avatar name="Camille Moreau" seed="8" size="md" windowExpiresAt={inHours(5)} now={now} />
      <Avatar name="Юлія Коваленко" seed="9" size="sm" />
    </>
  );
}

function AvatarStates() {
  const { t } = useLingui();
  return (
    <>
      <MemberAvatar name="Mateo Ruiz" size="lg" />
      <MemberAvatar name="Dana Weiss" />
      <MemberAvatar name="Dana Weiss" live label={t`Dana is writing`} />
      <MemberAvatar name={null} label={t`No one`} />
    </>
  );
}

function Fields() {
  const { t } = useLingui();
  const [zone, setZone] = useState('b');
  return (
    <div style={{ display: 'grid', gap: 16, inlineSize: 360 }}>
      <TextField label={t`Name`} note={t`optional`} help={t`As your team knows you.`} />
      <TextField label={t`Shortcut`} defaultValue="/thanks" error={t`There is a reply with this shortcut already.`} />
      <PasswordField label={t`Password`} defaultValue="secret" large />
      <SelectField
        label={t`Country`}
        value={zone}
        onChange={setZone}
        choices={[
          { value: 'a', label: t`Portugal` },
          { value: 'b', label: t`United Kingdom` },
        ]}
      />
      <FormError>{t`There was a problem processing your request. Please try again later.`}</FormError>
    </div>
  );
}

function Banners() {
  const { t } = useLingui();
  return (
    <div style={{ inlineSize: '100%' }}>
      <Banner
        tone="warn"
        icon={<IconWifiOff {...icon} />}
      >{t`Working offline. 3 messages will go out when you are back.`}</Banner>
      <Banner tone="bad" icon={<IconX {...icon} />} action={<Button size="sm">{t`Reconnect`}</Button>}>
        {t`Workshop can’t send: its access was taken back at 09:58.`}
      </Banner>
      <Banner>{t`A new version is ready.`}</Banner>
    </div>
  );
}

function Empty() {
  const { t } = useLingui();
  return (
    <EmptyState
      title={t`No conversations yet`}
      actions={
        <>
          <Button variant="filled">{t`Open the sandbox`}</Button>
          <Button>{t`Connect a number`}</Button>
        </>
      }
    >
      <p>{t`New conversations appear here when customers write to your number.`}</p>
    </EmptyState>
  );
}

function Toasts() {
  const { t } = useLingui();
  return (
    <>
      <Button onClick={() => toast({ message: t`Details copied` })}>{t`Plain`}</Button>
      <Button
        onClick={() => toast({ message: t`3 conversations done`, action: { label: t`Undo`, run: () => undefined } })}
      >{t`With an action`}</Button>
    </>
  );
}
