import { useLingui } from '@lingui/react/macro';
import { IconSparkles } from '@tabler/icons-react';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { icon } from '../../../ui/icon.ts';

type Props = {
  name: string;
  answers: boolean;
  /** An automation may answer the next message instead. */
  automationFirst?: boolean;
  busy?: boolean;
  onTurn: (to: 'give' | 'take') => void;
};

/** Whether the assistant or people answer a conversation. */
export function AssistantBanner({ name, answers, automationFirst = false, busy = false, onTurn }: Props) {
  const { t } = useLingui();
  const who = automationFirst ? t`${name} answers here unless an automation does` : t`${name} answers here`;
  return (
    <Banner
      icon={<IconSparkles {...icon} />}
      action={
        <Button size="sm" variant="plain" busy={busy} onClick={() => onTurn(answers ? 'take' : 'give')}>
          {answers ? t`Hand over to me` : t`Let AI answer`}
        </Button>
      }
    >
      {answers ? who : t`People answer here`}
    </Banner>
  );
}
