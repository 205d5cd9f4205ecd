import { useLingui } from '@lingui/react/macro';
import type { ThreadSort } from '@parley/contract/threads';
import type { Channel, Label, SavedView, UserGroup } from '@parley/contract/types';
import {
  type Icon,
  IconAlarmSnooze,
  IconAlertCircle,
  IconAt,
  IconBookmark,
  IconCalendarClock,
  IconChartBar,
  IconCircleCheck,
  IconClock,
  IconHourglassLow,
  IconMessages,
  IconUserCircle,
  IconUserOff,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ColorEdge } from '../../../../ui/color-edge.tsx';
import { icon } from '../../../../ui/icon.ts';
import { closeSubPanel, SubPanel, SubPanelHeading, subPanelEntryClass } from '../../../../ui/sub-panel.tsx';
import { ChoiceMenu } from '../../change/choice-menu.tsx';
import { ChannelGlyph } from '../channel-glyph.tsx';
import { type FixedView, fixedViews, type InboxView } from './views.ts';
import styles from './views-panel.module.css';

const viewIcons: Record<FixedView, Icon> = {
  active: IconMessages,
  closing: IconHourglassLow,
  done: IconCircleCheck,
  failed: IconAlertCircle,
  mentions: IconAt,
  mine: IconUserCircle,
  overdue: IconClock,
  scheduled: IconCalendarClock,
  snoozed: IconAlarmSnooze,
  unassigned: IconUserOff,
};

/** The number of threads in a view; `more` when the server may have further ones. Null hides it. */
export type ViewCount = { count: number; more: boolean } | null;
export type ViewEntry = {
  view: InboxView;
  label: string;
  picture: ReactNode;
  count: ViewCount;
  /** The sort that a saved view keeps. */
  sort?: ThreadSort;
};

export type ViewEntries = Record<'fixed' | 'groups' | 'channels' | 'shared' | 'own' | 'labels', ViewEntry[]>;

/** The views in their order: the fixed ones, those of the user's groups, of channels where there are several, saved ones, labels. */
export function useViewEntries(
  channels: readonly Channel[],
  groups: readonly UserGroup[],
  labels: readonly Label[],
  saved: readonly SavedView[],
  countOf: (view: InboxView) => ViewCount,
): ViewEntries {
  const { t } = useLingui();
  const names: Record<FixedView, string> = {
    active: t`All active`,
    closing: t`Closing soon`,
    done: t`Done`,
    failed: t`Failed to send`,
    mentions: t`Mentions`,
    mine: t`Mine`,
    overdue: t`Overdue`,
    scheduled: t`Scheduled`,
    snoozed: t`Snoozed`,
    unassigned: t`Unassigned`,
  };
  const fixed = fixedViews.map((view) => {
    const ViewIcon = viewIcons[view];
    return { view, label: names[view], picture: <ViewIcon {...icon} />, count: countOf(view) };
  });
  const savedEntry = ({ id, name, shared, sort }: SavedView): ViewEntry => {
    const view: InboxView = `saved:${id}`;
    const SavedIcon = shared ? IconUsers : IconBookmark;
    return { view, label: name, picture: <SavedIcon {...icon} />, count: countOf(view), sort };
  };
  const several = channels.length > 1 ? channels : [];
  return {
    fixed,
    shared: saved.filter(({ shared }) => shared).map(savedEntry),
    own: saved.filter(({ shared }) => !shared).map(savedEntry),
    groups: groups.map(({ id, name }) => {
      const view: InboxView = `group:${id}`;
      return { view, label: name, picture: <IconUsers {...icon} />, count: countOf(view) };
    }),
    labels: labels.map((label) => {
      const view: InboxView = `label:${label.id}`;
      return { view, label: label.name, picture: <ColorEdge color={label.color} />, count: countOf(view) };
    }),
    channels: several.map((channel, place) => {
      const view: InboxView = `channel:${channel.id}`;
      return { view, label: channel.channel_label, picture: <ChannelPicture place={place} />, count: countOf(view) };
    }),
  };
}

function ChannelPicture({ place }: { place: number }) {
  return (
    <span className={styles.glyph}>
      <ChannelGlyph place={place} />
    </span>
  );
}

/** "12", or "100+" when the server has more. */
export function countText({ count, more }: { count: number; more: boolean }): string {
  return more ? `${count}+` : `${count}`;
}

export type ViewsProps = { entries: ViewEntries; view: InboxView };

/** The sub-panel of the inbox. */
export function ViewsPanel({ entries, view, folded }: ViewsProps & { folded: boolean }) {
  const { t } = useLingui();
  return (
    <SubPanel label={t`Views`} title={t`Inbox`} folded={folded}>
      <nav aria-label={t`Views`}>
        <ul>
          {entries.fixed.map((entry) => (
            <ViewLink key={entry.view} entry={entry} current={entry.view === view} />
          ))}
        </ul>
        <Entries title={t`Your groups`} entries={entries.groups} view={view} />
        <Entries title={t`Channels`} entries={entries.channels} view={view} />
        <Entries title={t`Shared views`} entries={entries.shared} view={view} />
        <Entries title={t`Your views`} entries={entries.own} view={view} />
        <Entries title={t`Labels`} entries={entries.labels} view={view} />
        <SubPanelHeading>{t`Figures`}</SubPanelHeading>
        <Link to="/reports" className={subPanelEntryClass} onClick={closeSubPanel}>
          <IconChartBar {...icon} />
          {t`Reports`}
        </Link>
      </nav>
    </SubPanel>
  );
}

function Entries({ title, entries, view }: { title: string; entries: readonly ViewEntry[]; view: InboxView }) {
  if (entries.length === 0) return null;
  return (
    <>
      <SubPanelHeading>{title}</SubPanelHeading>
      <ul>
        {entries.map((entry) => (
          <ViewLink key={entry.view} entry={entry} current={entry.view === view} />
        ))}
      </ul>
    </>
  );
}

function ViewLink({ entry, current }: { entry: ViewEntry; current: boolean }) {
  return (
    <li>
      <Link
        to="."
        search={{ view: entry.view, sort: entry.sort }}
        className={subPanelEntryClass}
        aria-current={current ? 'page' : undefined}
        activeProps={{}}
        onClick={closeSubPanel}
      >
        {entry.picture}
        <bdi className={styles.label}>{entry.label}</bdi>
        {entry.count && <span data-count>{countText(entry.count)}</span>}
      </Link>
    </li>
  );
}

/** All views in their order. */
export function allEntries({ fixed, groups, channels, shared, own, labels }: ViewEntries): ViewEntry[] {
  return [...fixed, ...groups, ...channels, ...shared, ...own, ...labels];
}

/** The views as a menu at the title of the list, where the sub-panel has no room. */
export function ViewMenu({ entries, view, onChoose }: ViewsProps & { onChoose: (view: InboxView) => void }) {
  const { t } = useLingui();
  const all = allEntries(entries);
  const label = all.find((entry) => entry.view === view)?.label ?? '';
  return (
    <ChoiceMenu
      label={t`View: ${label}`}
      className={styles.menu ?? ''}
      chosen={view}
      choices={all.map((entry) => ({
        value: entry.view,
        label: entry.label,
        picture: entry.picture,
        note: entry.count ? countText(entry.count) : undefined,
      }))}
      onChoose={onChoose}
    >
      <bdi className={styles.label}>{label}</bdi>
    </ChoiceMenu>
  );
}
