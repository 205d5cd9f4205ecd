import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import {
  IconDots,
  IconFileText,
  IconLink,
  IconMailOpened,
  IconPrinter,
  IconSearch,
  IconStar,
} from '@tabler/icons-react';
import { icon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, type MenuAction } from '../../../ui/layer/menu.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAccess } from '../../sync/public.ts';
import { useTranscript } from '../data/use-transcript.ts';

export type MoreMenuProps = {
  thread: Thread;
  onUnread: () => void;
  onFind: (what: 'search' | 'starred') => void;
};

/** What is done rarely with a conversation. */
export function MoreMenu({ thread, onUnread, onFind }: MoreMenuProps) {
  const { t } = useLingui();
  const transcript = useTranscript(thread);
  const { restrictions } = useAccess();
  const copyLink = async () => {
    try {
      await navigator.clipboard.writeText(`${location.origin}/inbox/${thread.id}`);
      toast({ message: t`Link copied` });
    } catch {
      toast({ message: t`Couldn't copy. The link is in the address bar.` });
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
  return (
    <Menu
      label={t`More`}
      groups={[
        [
          {
            id: 'find',
            label: t`Search in conversation`,
            icon: <IconSearch {...icon} />,
            note: 'F',
            run: () => onFind('search'),
          },
          { id: 'starred', label: t`Starred messages`, icon: <IconStar {...icon} />, run: () => onFind('starred') },
        ],
        [
          { id: 'unread', label: t`Mark as unread`, icon: <IconMailOpened {...icon} />, note: 'U', run: onUnread },
          { id: 'link', label: t`Copy link`, icon: <IconLink {...icon} />, run: () => void copyLink() },
          ...files,
        ],
      ]}
      button={(props) => (
        <IconButton {...props} label={t`More`}>
          <IconDots {...icon} />
        </IconButton>
      )}
    />
  );
}
