import { useLingui } from '@lingui/react/macro';
import { hasPermission } from '@parley/contract/permissions';
import { isMuted } from '@parley/contract/threads';
import type { Thread } from '@parley/contract/types';
import {
  IconAlarmSnooze,
  IconArrowsJoin2,
  IconBan,
  IconBell,
  IconBellOff,
  IconDots,
  IconEye,
  IconFileText,
  IconLink,
  IconMailOpened,
  IconPhone,
  IconPrinter,
  IconSearch,
  IconSparkles,
  IconStar,
  IconTag,
  IconTransfer,
} from '@tabler/icons-react';
import { type RefObject, useCallback, useRef } from 'react';
import { useNow } from '../../../../platform/use-now.ts';
import { icon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Menu, type MenuAction, type MenuButtonProps } from '../../../../ui/layer/menu.tsx';
import { toast } from '../../../../ui/toast.ts';
import { openAi, useAiFunctions } from '../../../ai/public.ts';
import { useAccess } from '../../../sync/public.ts';
import { isBlocked } from '../../change/is-blocked.ts';
import { useTranscript } from './use-transcript.ts';

export type MoreMenuProps = {
  /** For what opens beside it. */
  button: RefObject<HTMLButtonElement | null>;
  thread: Thread;
  /** The header is narrow: labels and snooze are here. */
  folded: boolean;
  onUnread: () => void;
  onFind: (what: 'search' | 'starred') => void;
  onLabels: () => void;
  onSnooze: () => void;
  /** Calls the customer; absent where that is not possible. */
  onCall: (() => void) | undefined;
  /** Mutes the conversation for the member, or ends that. */
  onMute: () => void;
  /** Merges the contact with another one; absent in groups. */
  onMerge: (() => void) | undefined;
  /** Blocks the customer or unblocks them; absent on channels that cannot. */
  onBlock: (() => void) | undefined;
  /** Lets Meta's agent answer again; absent where it did not answer before. */
  onHandBack: (() => void) | undefined;
};

/** What is done rarely with a conversation. */
export function MoreMenu(props: MoreMenuProps) {
  const ofMenu = useRef<MenuButtonProps['ref']>(() => undefined);
  const { button } = props;
  // One function as long as the button is there: what opens beside it in the same render finds it.
  const hold = useCallback(
    (element: HTMLButtonElement | null) => {
      button.current = element;
      ofMenu.current(element);
    },
    [button],
  );
  const holdButton = (ref: MenuButtonProps['ref']) => {
    ofMenu.current = ref;
    return hold;
  };
  const { thread, folded, onUnread, onFind, onLabels, onSnooze, onCall, onMute, onMerge, onBlock, onHandBack } = props;
  const { t } = useLingui();
  const transcript = useTranscript(thread);
  const muted = isMuted(thread, useNow());
  const access = useAccess();
  const { restrictions } = access;
  const ai = useAiFunctions();
  const copyLink = async () => {
    try {
      await navigator.clipboard.writeText(`${location.origin}/inbox/${thread.id}`);
      toast({ message: t`Link copied` });
    } catch {
      toast({ message: t`Couldn’t copy. The link is in the address bar.` });
    }
  };
  const files: MenuAction[] = restrictions.no_export
    ? []
    : [
        {
          id: 'text',
          label: t`Download transcript`,
          icon: <IconFileText {...icon} />,
          run: transcript.download,
        },
        { id: 'print', label: t`Print or save as PDF`, icon: <IconPrinter {...icon} />, run: transcript.print },
      ];
  // Those that have no room in the header.
  const fromHeader: MenuAction[] = folded
    ? [
        ...(onCall === undefined
          ? []
          : [
              {
                id: 'call',
                label: t({ message: 'Call', context: 'somebody' }),
                icon: <IconPhone {...icon} />,
                run: onCall,
              },
            ]),
        { id: 'labels', label: t`Labels`, icon: <IconTag {...icon} />, run: onLabels },
        { id: 'snooze', label: t`Snooze`, icon: <IconAlarmSnooze {...icon} />, run: onSnooze },
      ]
    : [];
  const summary: MenuAction = {
    id: 'summary',
    label: t`Summarize conversation`,
    icon: <IconSparkles {...icon} />,
    run: () => openAi('summary', thread.id),
  };
  const sent: MenuAction = {
    id: 'ai-sent',
    label: t`Show what AI sends`,
    icon: <IconEye {...icon} />,
    run: () => openAi('sent', thread.id),
  };
  return (
    <Menu
      label={t`More`}
      groups={[
        fromHeader,
        [
          {
            id: 'find',
            label: t`Search in conversation`,
            icon: <IconSearch {...icon} />,
            command: 'inbox.find',
            run: () => onFind('search'),
          },
          { id: 'starred', label: t`Starred messages`, icon: <IconStar {...icon} />, run: () => onFind('starred') },
        ],
        [
          ...(ai.includes('summary') ? [summary] : []),
          ...(ai.includes('summary') || ai.includes('reply') ? [sent] : []),
        ],
        [
          {
            id: 'unread',
            label: t`Mark as unread`,
            icon: <IconMailOpened {...icon} />,
            command: 'inbox.unread',
            run: onUnread,
          },
          muted
            ? { id: 'mute', label: t`Unmute`, icon: <IconBell {...icon} />, run: onMute }
            : { id: 'mute', label: t`Mute…`, icon: <IconBellOff {...icon} />, run: onMute },
          { id: 'link', label: t`Copy link`, icon: <IconLink {...icon} />, run: () => void copyLink() },
          ...files,
        ],
        [
          ...(onHandBack === undefined
            ? []
            : [
                {
                  id: 'hand-back',
                  label: t`Hand back to Meta’s AI agent`,
                  icon: <IconTransfer {...icon} />,
                  run: onHandBack,
                },
              ]),
          ...(onMerge !== undefined && hasPermission(access, 'contacts.delete')
            ? [{ id: 'merge', label: t`Merge contact…`, icon: <IconArrowsJoin2 {...icon} />, run: onMerge }]
            : []),
          ...(onBlock === undefined
            ? []
            : [
                {
                  id: 'block',
                  label: isBlocked(thread) ? t`Unblock customer` : t`Block customer…`,
                  icon: <IconBan {...icon} />,
                  run: onBlock,
                },
              ]),
        ],
      ]}
      button={(menu) => (
        <IconButton {...menu} ref={holdButton(menu.ref)} label={t`More`}>
          <IconDots {...icon} />
        </IconButton>
      )}
    />
  );
}
