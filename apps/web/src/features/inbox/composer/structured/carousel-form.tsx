import { useLingui } from '@lingui/react/macro';
import { interactiveLimits } from '@parley/contract/content-limits';
import { sendableMedia } from '@parley/contract/media';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { FileField } from '../../../../ui/fields/file-field.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { Segments } from '../../../../ui/segments.tsx';
import { type CarouselCard, type CarouselDraft, cardFor, mostCardButtons } from './carousel.ts';
import { CarouselCardFields } from './carousel-card-fields.tsx';
import type { FormProps } from './form-props.ts';
import { LimitedField } from './limited-field.tsx';
import styles from './structured.module.css';
import { useCardFiles } from './use-card-files.ts';

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
  const frame = useRef<HTMLDivElement>(null);
  const focusNext = useFocusOfMoved(frame);
  const count = cards[0]?.buttons.length ?? 0;
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
      <FileField
        label={t`Pictures and videos`}
        help={t`${cards.length} of ${interactiveLimits.cards} cards`}
        error={errorOf('cards')}
        accept="image/*,video/mp4,video/3gpp"
        kinds={t`Pictures, MP4 and 3GP videos`}
        maxBytes={mostBytes}
        most={interactiveLimits.cards}
        taken={cards.length}
        files={uploads.files}
        onAdd={uploads.add}
        onRemove={uploads.remove}
      />
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
      <div ref={frame} className={styles.cards}>
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
            onMove={(step) => {
              focusNext(at + step, step === 1 ? 'down' : 'up');
              change({ cards: cards.toSpliced(at, 1).toSpliced(at + step, 0, card) });
            }}
            onRemove={() => {
              focusNext(Math.min(at, cards.length - 2), 'remove');
              change({ cards: cards.toSpliced(at, 1) });
            }}
          />
        ))}
      </div>
    </>
  );
}

/** After a card was moved or removed the focus is on the same button of the card that is there now, or on one beside it. */
function useFocusOfMoved(frame: RefObject<HTMLElement | null>) {
  const next = useRef<{ at: number; act: string } | null>(null);
  useEffect(() => {
    if (next.current === null) return;
    const { at, act } = next.current;
    next.current = null;
    const card = frame.current?.querySelectorAll('fieldset')[at];
    const button =
      card?.querySelector<HTMLElement>(`[data-act="${act}"]`) ?? card?.querySelector<HTMLElement>('[data-act]');
    button?.focus();
  });
  return (at: number, act: 'up' | 'down' | 'remove') => {
    next.current = { at, act };
  };
}
