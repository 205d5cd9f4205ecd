import { useLingui } from '@lingui/react/macro';
import type { Channel, Label, UserGroup } from '@parley/contract/types';
import {
  type Icon,
  IconAlarmSnooze,
  IconAlertCircle,
  IconAt,
  IconCircleCheck,
  IconHourglassLow,
  IconMessages,
  IconUserCircle,
  IconUserOff,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { icon } from '../../../ui/icon.ts';
import { closeSubPanel, SubPanel, SubPanelHeading, subPanelEntryClass } from '../../../ui/sub-panel.tsx';
import { type FixedView, fixedViews, type InboxView } from '../data/views.ts';
import { ChannelGlyph } from './channel-glyph.tsx';
import { ChoiceMenu } from './choice-menu.tsx';
import { LabelEdge } from './label-chip.tsx';
import styles from './views-panel.module.css';

const viewIcons: Record<FixedView, Icon> = {
  active: IconMessages,
  closing: IconHourglassLow,
  done: IconCircleCheck,
  failed: IconAlertCircle,
  mentions: IconAt,
  mine: IconUserCircle,
  snoozed: IconAlarmSnooze,
  unassigned: IconUserOff,
};

/** The number of threads in a view; `more` when the server may have further ones. Null hides it. */
export type ViewCount = { count: number; more: boolean } | null;
export type ViewEntry = { view: InboxView; label: string; picture: ReactNode; count: ViewCount };

/** The views in their order: the fixed ones, one per group of the user, one per channel where there are several. */
export function useViewEntries(
  channels: readonly Channel[],
  groups: readonly UserGroup[],
  labels: readonly Label[],
  countOf: (view: InboxView) => ViewCount,
): { fixed: ViewEntry[]; groups: ViewEntry[]; channels: ViewEntry[]; labels: ViewEntry[] } {
  const { t } = useLingui();
  const names: Record<FixedView, string> = {
    active: t`All active`,
    closing: t`Closing soon`,
    done: t`Done`,
    failed: t`Failed to send`,
    mentions: t`Mentions`,
    mine: t`Mine`,
    snoozed: t`Snoozed`,
    unassigned: t`Unassigned`,
  };
  const fixed = fixedViews.map((view) => {
    const ViewIcon = viewIcons[view];
    return { view, label: names[view], picture: <ViewIcon {...icon} />, count: countOf(view) };
  });
  const several = channels.length > 1 ? channels : [];
  return {
    fixed,
    groups: groups.map(({ id, name }) => {
      const view: InboxView = `group:${id}`;
      return { view, label: name, picture: <IconUsers {...icon} />, count: countOf(view) };
    }),
    labels: labels.map((label) => {
      const view: InboxView = `label:${label.id}`;
      return { view, label: label.name, picture: <LabelEdge label={label} />, count: countOf(view) };
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

export type ViewsProps = { entries: ReturnType<typeof useViewEntries>; view: InboxView };

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
        {entries.groups.length > 0 && (
          <>
            <SubPanelHeading>{t`Your groups`}</SubPanelHeading>
            <ul>
              {entries.groups.map((entry) => (
                <ViewLink key={entry.view} entry={entry} current={entry.view === view} />
              ))}
            </ul>
          </>
        )}
        {entries.channels.length > 0 && (
          <>
            <SubPanelHeading>{t`Channels`}</SubPanelHeading>
            <ul>
              {entries.channels.map((entry) => (
                <ViewLink key={entry.view} entry={entry} current={entry.view === view} />
              ))}
            </ul>
          </>
        )}
        {entries.labels.length > 0 && (
          <>
            <SubPanelHeading>{t`Labels`}</SubPanelHeading>
            <ul>
              {entries.labels.map((entry) => (
                <ViewLink key={entry.view} entry={entry} current={entry.view === view} />
              ))}
            </ul>
          </>
        )}
      </nav>
    </SubPanel>
  );
}

function ViewLink({ entry, current }: { entry: ViewEntry; current: boolean }) {
  return (
    <li>
      <Link
        to="."
        search={{ view: entry.view }}
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

/** The views as a menu at the title of the list, where the sub-panel has no room. */
export function ViewMenu({ entries, view, onChoose }: ViewsProps & { onChoose: (view: InboxView) => void }) {
  const { t } = useLingui();
  const all = [...entries.fixed, ...entries.groups, ...entries.channels, ...entries.labels];
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
