import { useLingui } from '@lingui/react/macro';
import { contentLimits, emptyContent, type TemplateContent } from '@parley/contract/template-content';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Button } from '../../../../ui/button.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { Segments } from '../../../../ui/segments.tsx';
import { BodyFields } from './body-fields.tsx';
import { ButtonFields } from './button-fields.tsx';
import styles from './editor.module.css';
import type { FieldsProps } from './fields-props.ts';
import { SampleFile } from './sample-file.tsx';

/** The cards of a carousel: all with the same kind of file and the same buttons. */
export function CardFields({ editor, errorOf }: FieldsProps) {
  const { t } = useLingui();
  const { cards } = editor.values.content;
  const format = cards[0]?.header.format ?? 'IMAGE';
  const setCards = (next: TemplateContent[]) => editor.setContent({ cards: next });
  const error = errorOf('cards');
  const add = () => {
    const like = cards.at(-1);
    const header = { ...emptyContent.header, format };
    const buttons = (like?.buttons ?? []).map((button) => ({ ...button }));
    const card = () => ({ ...emptyContent, samples: {}, header: { ...header }, buttons });
    // A carousel has two cards at least.
    setCards(cards.length === 0 ? [card(), card()] : [...cards, card()]);
  };
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>
        {t`Carousel`}
        <span className={styles.count}>{t`${cards.length} of ${contentLimits.cards}`}</span>
      </legend>
      {cards.length > 0 && (
        <Segments<'IMAGE' | 'VIDEO'>
          label={t`Files of the cards`}
          segments={[
            { value: 'IMAGE', label: t`Picture` },
            { value: 'VIDEO', label: t`Video` },
          ]}
          value={format === 'VIDEO' ? 'VIDEO' : 'IMAGE'}
          onChange={(next) =>
            setCards(cards.map((card) => ({ ...card, header: { ...card.header, format: next, handle: '' } })))
          }
        />
      )}
      {cards.map((card, at) => {
        const number = at + 1;
        const change = (part: Partial<TemplateContent>) =>
          setCards(cards.map((each, place) => (place === at ? { ...each, ...part } : each)));
        const own = { ...editor, values: { ...editor.values, content: card }, setContent: change };
        const errorOfCard = (field: string) => errorOf(`cards.${at}.${field}`);
        return (
          // WhatsApp identifies cards by their position.
          <fieldset key={number} className={styles.card}>
            <legend className={styles.label}>{t`Card ${number}`}</legend>
            <SampleFile
              key={card.header.format}
              channelId={editor.values.channelId}
              format={card.header.format}
              handle={card.header.handle}
              error={errorOfCard('header')}
              onHandle={(handle) => change({ header: { ...card.header, handle } })}
            />
            <BodyFields editor={own} errorOf={errorOfCard} limit={contentLimits.cardBody} />
            <ButtonFields editor={own} errorOf={errorOfCard} types={['QUICK_REPLY', 'URL', 'PHONE_NUMBER']} />
            <span>
              <Button
                size="sm"
                variant="plain"
                danger
                onClick={() => setCards(cards.filter((_each, place) => place !== at))}
              >
                <IconTrash {...smallIcon} />
                {t`Remove card ${number}`}
              </Button>
            </span>
          </fieldset>
        );
      })}
      {error !== null && (
        <p role="alert" className={styles.wrong}>
          {error}
        </p>
      )}
      {cards.length < contentLimits.cards && (
        <span>
          <Button size="sm" onClick={add}>
            <IconPlus {...smallIcon} />
            {cards.length === 0 ? t`Add carousel` : t`Add card`}
          </Button>
        </span>
      )}
    </fieldset>
  );
}
