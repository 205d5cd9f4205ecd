import { useLingui } from '@lingui/react/macro';
import { IconSparkles } from '@tabler/icons-react';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { icon } from '../../../ui/icon.ts';

type Props = { name: string; answers: boolean; busy?: boolean; onTurn: (to: 'give' | 'take') => void };

/** Whether the assistant or people answer a conversation. */
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
