import { useLingui } from '@lingui/react/macro';
import {
  IconArrowsSplit,
  IconBolt,
  IconCircleCheck,
  IconDots,
  IconFilter,
  IconMessage,
  IconMessageQuestion,
} from '@tabler/icons-react';
import type { GallerySection } from '../../ui/gallery-section.ts';
import { icon } from '../../ui/icon.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './automations.gallery.module.css';
import { CanvasCard, type CanvasCardProps } from './components/canvas/canvas-card.tsx';

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  return [{ id: 'canvas-cards', title: t`Cards of the canvas`, states: <Cards />, wide: true }];
}

function Cards() {
  const { t } = useLingui();
  const actions = (
    <IconButton size="sm" label={t`Actions`}>
      <IconDots {...icon} />
    </IconButton>
  );
  const text = { icon: <IconMessage {...icon} />, kind: t`Send text` };
  const cards: (CanvasCardProps & { id: string })[] = [
    { id: 'trigger', icon: <IconBolt {...icon} />, kind: t`Trigger`, title: t`Message contains book or service` },
    { id: 'conditions', icon: <IconFilter {...icon} />, kind: t`Conditions`, title: t`None: always runs` },
    {
      ...{ id: 'long', icon: <IconMessageQuestion {...icon} />, kind: t`Ask`, actions },
      title: t`“Happy to help. Which day and which time of the day suit you for your visit?” · save to day`,
    },
    { id: 'open', ...text, title: t`Our shop opens at 9.`, open: true, actions },
    { id: 'taken', ...text, title: t`Our shop opens at 9.`, taken: true, actions },
    {
      id: 'hit',
      icon: <IconArrowsSplit {...icon} />,
      kind: t`Branch`,
      title: t`3 branches`,
      hit: true,
      taken: true,
      actions,
    },
    { id: 'lifted', icon: <IconCircleCheck {...icon} />, kind: t`Mark as done`, title: '', lifted: true, actions },
    {
      ...{ id: 'bad', ...text, title: '…', actions },
      problems: [t`Enter a text.`, t`A template value can’t have new lines.`],
    },
    { id: 'arabic', ...text, title: 'أهلاً {{FIRST_NAME}}، كيف يمكننا مساعدتك؟', actions },
  ];
  return (
    <div className={styles.cards}>
      {cards.map(({ id, ...card }) => (
        <div key={id} className={styles.card} data-bad={card.problems !== undefined || undefined}>
          <CanvasCard {...card} />
        </div>
      ))}
    </div>
  );
}
