import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { IconUser } from '@tabler/icons-react';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { icon } from '../../../ui/icon.ts';
import { useAccount, useRow } from '../../sync/public.ts';
import { shortName } from '../bubble/author-label.ts';
import { useTakeOver } from '../change/use-take-over.ts';

/** Says that a conversation is assigned to another member; it can be taken over, and is not locked. */
export function TakenBanner({ thread }: { thread: Thread }) {
  const { t } = useLingui();
  const account = useAccount();
  const takeOver = useTakeOver();
  const assignee = useRow('users', thread.assignee_id ?? '');
  if (assignee === undefined || assignee.id === account.store.uid || thread.state === 'DONE') return null;
  return (
    <Banner
      icon={<IconUser {...icon} />}
      action={
        <Button
          size="sm"
          variant="plain"
          onClick={() => takeOver(thread)}
          data-tip={t`Take over  I`}
          aria-keyshortcuts="I"
        >
          {t`Take over`}
        </Button>
      }
    >
      {t`Assigned to ${shortName(assignee.name)}`}
    </Banner>
  );
}
