import { useLingui } from '@lingui/react/macro';
import { isHeldByOther } from '@parley/contract/threads';
import type { Thread } from '@parley/contract/types';
import { IconSparkles } from '@tabler/icons-react';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { icon } from '../../../ui/icon.ts';
import { useAction } from '../../../ui/use-action.ts';
import { useAccount } from '../../sync/public.ts';
import { controlThread } from '../change/control-thread.ts';

/** Who answers the customer instead of the team. */
export function HolderBanner({ thread, onTaken }: { thread: Thread; onTaken: () => void }) {
  const { t } = useLingui();
  const account = useAccount();
  const { busy, run } = useAction();
  if (!isHeldByOther(thread)) return null;
  const words =
    thread.holder?.by === 'ai_agent'
      ? t`Meta’s AI agent is answering this customer. Take over, or just send a message.`
      : t`Another app of this number is answering this customer. Take over, or just send a message.`;
  const takeOver = () =>
    void run(async () => {
      await controlThread(account, thread.id, 'take');
      // The button goes with the banner.
      onTaken();
    });
  return (
    <Banner
      icon={<IconSparkles {...icon} />}
      action={
        <Button size="sm" variant="plain" busy={busy} onClick={takeOver}>
          {t`Take over`}
        </Button>
      }
    >
      {words}
    </Banner>
  );
}
