import { useLingui } from '@lingui/react/macro';
import { interactiveLimits } from '@parley/contract/content-limits';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { icon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { MessageIcon } from '../../bubble/message-icon.tsx';
import type { CarouselCard, CarouselDraft } from './carousel.ts';
import { LimitedField } from './limited-field.tsx';
import { LinkFields } from './link-form.tsx';
import styles from './structured.module.css';

export type CarouselCardFieldsProps = {
  card: CarouselCard;
  at: number;
  /** How many cards there are. */
  of: number;
  action: CarouselDraft['action'];
  errorOf: (field: string) => string | null;
  onChange: (part: Partial<CarouselCard>) => void;
  onMove: (step: -1 | 1) => void;
  onRemove: () => void;
};

/** One card: its file, text and buttons. */
export function CarouselCardFields(props: CarouselCardFieldsProps) {
  const { card, at, of, action, errorOf, onChange, onMove, onRemove } = props;
  const { t } = useLingui();
  const number = at + 1;
  return (
    <fieldset className={styles.section}>
      <legend className={styles.legend}>
        {card.file.preview === '' ? (
          <MessageIcon type={card.file.kind} />
        ) : (
          <img className={styles.thumbnail} src={card.file.preview} alt="" />
        )}
        {t`Card ${number}`}
        <bdi className={styles.fileName}>{card.file.name}</bdi>
        {at > 0 && (
          <IconButton label={t`Move card ${number} up`} data-act="up" onClick={() => onMove(-1)}>
            <IconArrowUp {...icon} />
          </IconButton>
        )}
        {number < of && (
          <IconButton label={t`Move card ${number} down`} data-act="down" onClick={() => onMove(1)}>
            <IconArrowDown {...icon} />
          </IconButton>
        )}
        <IconButton label={t`Remove card ${number}`} data-act="remove" onClick={onRemove}>
          <IconTrash {...icon} />
        </IconButton>
      </legend>
      <LimitedField
        label={t`Text of card ${number}`}
        note={t`optional`}
        multiline
        limit={interactiveLimits.cardBody}
        value={card.body}
        error={errorOf('body')}
        onChange={(body) => onChange({ body })}
      />
      {action === 'link' ? (
        <LinkFields
          draft={card}
          change={(part) => onChange(typeof part === 'function' ? part(card) : part)}
          errorOf={errorOf}
        />
      ) : (
        card.buttons.map((title, place) => (
          <LimitedField
            // Buttons are told apart by their position.
            key={place.toString()}
            label={card.buttons.length === 1 ? t`Button` : t`Button ${place + 1}`}
            limit={interactiveLimits.buttonTitle}
            value={title}
            error={errorOf(`buttons.${place}`)}
            onChange={(next) => onChange({ buttons: card.buttons.with(place, next) })}
          />
        ))
      )}
    </fieldset>
  );
}
