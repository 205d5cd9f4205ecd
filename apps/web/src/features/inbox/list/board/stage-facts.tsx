import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { IconChevronDown, IconPencil } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../../../platform/lazy-component.tsx';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { ColorEdge } from '../../../../ui/color-edge.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { useStages, useValueText } from '../../../stages/public.ts';
import { ChoiceMenu } from '../../change/choice-menu.tsx';
import { useMoveThread } from '../../change/use-move-thread.ts';
import styles from './board.module.css';

const ValueDialog = lazyComponent(() => import('../../change/value-dialog.tsx').then((module) => module.ValueDialog));

/** Stage and value among the facts of a conversation; nothing where the account has no stages and it no value. */
export function StageFacts({ thread }: { thread: Thread }) {
  const { t } = useLingui();
  const stages = useStages();
  const valueText = useValueText();
  const move = useMoveThread();
  const [valuing, setValuing] = useState(false);
  if (stages.length === 0 && thread.value === null) return null;
  const name = stages.find(({ id }) => id === thread.stage_id)?.name ?? t`No stage`;
  const value = thread.value === null ? t`Set value` : valueText(thread.value);
  return (
    <>
      <dt>{t`Stage`}</dt>
      <dd>
        <ChoiceMenu
          label={t`Stage: ${name}`}
          className={`${buttonClass({ variant: 'plain', size: 'sm' })} ${styles.fact}`}
          chosen={thread.stage_id ?? 'none'}
          choices={[
            ...stages.map(({ id, name: label, color }) => ({
              ...{ value: id, label, picture: <ColorEdge color={color} /> },
            })),
            { value: 'none', label: t`No stage`, picture: <ColorEdge color={'grey'} /> },
          ]}
          onChoose={(id) => move(thread, stages.find((stage) => stage.id === id) ?? null)}
        >
          <bdi>{name}</bdi>
          <IconChevronDown {...smallIcon} />
        </ChoiceMenu>
      </dd>
      <dt>{t`Value`}</dt>
      <dd>
        <Button
          variant="plain"
          size="sm"
          className={styles.fact}
          aria-label={thread.value === null ? value : t`Value: ${value}. Change`}
          onClick={() => setValuing(true)}
        >
          {value}
          <IconPencil {...smallIcon} />
        </Button>
        <Suspense>{valuing && <ValueDialog thread={thread} onClose={() => setValuing(false)} />}</Suspense>
      </dd>
    </>
  );
}
