import { interactiveLimits as limits } from '@parley/contract/content-limits';
import { type Add, checkLink, checkReplies, length, needed } from './check-fields.ts';

/** A picture or video that is uploaded already. `preview`: a small picture of it as a data URL; empty without one. */
export type CardFile = { mediaId: string; kind: 'image' | 'video'; name: string; preview: string };
export type CarouselCard = { file: CardFile; body: string; buttons: string[]; label: string; url: string };
/** All cards have the same kind of buttons, and as many. */
export type CarouselDraft = {
  body: string;
  action: 'reply' | 'link';
  cards: CarouselCard[];
  /** Files that are not cards yet: on their way, or failed. */
  uploads?: number;
};

/** WhatsApp documents "one or more" quick replies for a card; as many as the carousels of templates have. */
export const mostCardButtons = 2;

export const emptyCarousel: CarouselDraft = { body: '', action: 'reply', cards: [] };

/** A card for a file, with as many buttons as those before. */
export function cardFor(file: CardFile, { cards }: CarouselDraft): CarouselCard {
  return { file, body: '', buttons: cards[0]?.buttons.map(() => '') ?? [''], label: '', url: '' };
}

export function checkCarousel(draft: CarouselDraft, add: Add): void {
  needed(add, 'body', draft.body, limits.body);
  if ((draft.uploads ?? 0) > 0) add('cards', { kind: 'uploads' });
  else if (draft.cards.length < 2) add('cards', { kind: 'cards' });
  draft.cards.forEach(({ body, buttons, ...link }, at) => {
    const field = `cards.${at}`;
    length(add, `${field}.body`, body, limits.cardBody);
    if (body.trim().split('\n').length - 1 > limits.cardBodyBreaks) {
      add(`${field}.body`, { kind: 'breaks', limit: limits.cardBodyBreaks });
    }
    if (draft.action === 'link') checkLink(link, (name, problem) => add(`${field}.${name}`, problem));
    else checkReplies(add, `${field}.buttons`, buttons);
  });
}

export function carouselContent(draft: CarouselDraft) {
  return withCards(
    draft,
    draft.cards.map((card, at) => contentOfCard(card, at, draft.action)),
  );
}

function withCards({ body }: CarouselDraft, cards: readonly object[]) {
  const interactive = { type: 'carousel', body: { text: body.trim() }, action: { cards } };
  return { type: 'interactive' as const, interactive };
}

function contentOfCard({ file, body, buttons, label, url }: CarouselCard, at: number, action: CarouselDraft['action']) {
  return {
    card_index: at,
    ...(action === 'link' ? { type: 'cta_url' } : {}),
    header: { type: file.kind, [file.kind]: { media_id: file.mediaId } },
    ...(body.trim() === '' ? {} : { body: { text: body.trim() } }),
    action:
      action === 'link'
        ? { name: 'cta_url', parameters: { display_text: label.trim(), url: url.trim() } }
        : {
            buttons: buttons.map((title, place) => ({
              type: 'quick_reply',
              // The answer says by its id which card it is from.
              quick_reply: { id: `card_${at + 1}_${place + 1}`, title: title.trim() },
            })),
          },
  };
}

/** The content with small pictures of its files, for the preview. */
export function carouselPreview(draft: CarouselDraft) {
  const cards = draft.cards.map((card, at) => ({
    ...contentOfCard(card, at, draft.action),
    media_info: previewInfo(card.file),
  }));
  return withCards(draft, cards);
}

/** The preview of a video is one of its pictures. */
function previewInfo({ mediaId, preview }: CardFile) {
  return preview === '' ? undefined : { media_id: mediaId, mime_type: 'image/jpeg', state: 'ready', url: preview };
}
