import { useLingui } from '@lingui/react/macro';
import { interactiveLimits } from '@parley/contract/content-limits';
import { sendableMedia } from '@parley/contract/media';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { FileField } from '../../../../ui/fields/file-field.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { Segments } from '../../../../ui/segments.tsx';
import { type CarouselCard, type CarouselDraft, cardFor, mostCardButtons } from '../../data/structured/carousel.ts';
import { useCardFiles } from '../../data/structured/use-card-files.ts';
import { CarouselCardFields } from './carousel-card-fields.tsx';
import type { FormProps } from './form-props.ts';
import { LimitedField } from './limited-field.tsx';
import styles from './structured.module.css';

const mostBytes = Math.max(
  ...Object.values(sendableMedia).map(({ kind, maxBytes }) => (kind === 'image' || kind === 'video' ? maxBytes : 0)),
);

/** Cards with a picture or video each, side by side: choosing files makes the cards. */
export function CarouselForm({ draft, change, errorOf }: FormProps<CarouselDraft>) {
  const { t } = useLingui();
  const { cards, action } = draft;
  const uploads = useCardFiles((file) => change((before) => ({ cards: [...before.cards, cardFor(file, before)] })));
  const left = uploads.files.length;
  const known = draft.uploads ?? 0;
  useEffect(() => {
    if (left !== known) change({ uploads: left });
  });
  const setCard = (at: number, part: Partial<CarouselCard>) =>
    change({ cards: cards.map((card, place) => (place === at ? { ...card, ...part } : card)) });
  const setButtons = (edit: (buttons: string[]) => string[]) =>
    change({ cards: cards.map((card) => ({ ...card, buttons: edit(card.buttons) })) });
  const count = cards[0]?.buttons.length ?? 0;
  const room = interactiveLimits.cards - cards.length;
  return (
    <>
      <LimitedField
        label={t`Message`}
        multiline
        first
        limit={interactiveLimits.body}
        value={draft.body}
        error={errorOf('body')}
        onChange={(body) => change({ body })}
      />
      {(room > 0 || left > 0) && (
        <FileField
          label={t`Pictures and videos`}
          help={t`${cards.length} of ${interactiveLimits.cards} cards`}
          error={errorOf('cards')}
          accept="image/*,video/mp4,video/3gpp"
          kinds={t`Pictures, MP4 and 3GP videos`}
          maxBytes={mostBytes}
          most={room + left}
          files={uploads.files}
          onAdd={uploads.add}
          onRemove={uploads.remove}
        />
      )}
      {cards.length > 0 && (
        <div className={styles.under}>
          <Segments<CarouselDraft['action']>
            label={t`Buttons of the cards`}
            segments={[
              { value: 'reply', label: t`Reply buttons` },
              { value: 'link', label: t`Link button` },
            ]}
            value={action}
            onChange={(next) => change({ action: next })}
          />
          {action === 'reply' && count < mostCardButtons && (
            <Button size="sm" onClick={() => setButtons((buttons) => [...buttons, ''])}>
              <IconPlus {...smallIcon} />
              {t`Add button to each card`}
            </Button>
          )}
          {action === 'reply' && count > 1 && (
            <Button size="sm" onClick={() => setButtons((buttons) => buttons.slice(0, -1))}>
              <IconTrash {...smallIcon} />
              {t`Remove last button`}
            </Button>
          )}
        </div>
      )}
      {cards.map((card, at) => (
        <CarouselCardFields
          // A picture may be on two cards.
          key={`${card.file.mediaId}/${at.toString()}`}
          card={card}
          at={at}
          of={cards.length}
          action={action}
          errorOf={(field) => errorOf(`cards.${at}.${field}`)}
          onChange={(part) => setCard(at, part)}
          onMove={(step) => change({ cards: cards.toSpliced(at, 1).toSpliced(at + step, 0, card) })}
          onRemove={() => change({ cards: cards.toSpliced(at, 1) })}
        />
      ))}
    </>
  );
}
