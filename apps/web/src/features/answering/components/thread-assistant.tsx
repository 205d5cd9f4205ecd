import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { IconSparkles } from '@tabler/icons-react';
import { QueryScope } from '../../../platform/query.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { icon } from '../../../ui/icon.ts';
import { useAction } from '../../../ui/use-action.ts';
import { useAiFunctions } from '../../ai/public.ts';
import { turnThread, useThreadAssistant } from '../data/assistant-data.ts';

/** Above the messages: whether the assistant answers here, and the way to change it. */
export function ThreadAssistant({ thread }: { thread: Thread }) {
  const isOn = useAiFunctions().includes('assistant');
  if (!isOn || thread.state === 'DONE') return null;
  return (
    <QueryScope>
      <State thread={thread} />
    </QueryScope>
  );
}

function State({ thread }: { thread: Thread }) {
  const { data } = useThreadAssistant(thread.id, thread.version);
  const { busy, run } = useAction();
  if (data === undefined || !data.available) return null;
  const turn = (to: 'give' | 'take') => void run(() => turnThread(thread.id, to));
  return <AssistantBanner name={data.name} answers={data.answers_next} busy={busy} onTurn={turn} />;
}

type Props = { name: string; answers: boolean; busy?: boolean; onTurn: (to: 'give' | 'take') => void };

export function AssistantBanner({ name, answers, busy = false, onTurn }: Props) {
  const { t } = useLingui();
  return (
    <Banner
      icon={<IconSparkles {...icon} />}
      action={
        <Button size="sm" variant="plain" busy={busy} onClick={() => onTurn(answers ? 'take' : 'give')}>
          {answers ? t`Hand over to me` : t`Let AI answer`}
        </Button>
      }
    >
      {answers ? t`${name} answers here` : t`People answer here`}
    </Banner>
  );
}
