import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { IconUser } from '@tabler/icons-react';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { icon } from '../../../ui/icon.ts';
import type { AssignedToOther } from '../bubble/use-assigned-to-other.ts';
import { useTakeOver } from '../change/use-take-over.ts';

/** Says that a conversation is assigned to another member; it can be taken over, and is not locked. */
export function TakenBanner({ thread, taken }: { thread: Thread; taken: AssignedToOther }) {
  const { t } = useLingui();
  const takeOver = useTakeOver();
  if (taken.name === null || thread.state === 'DONE') return null;
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
      {t`Assigned to ${taken.name}`}
    </Banner>
  );
}
