import type { Message } from '@parley/contract/types';
import { readInteractive } from '../../bubble/structured-content.ts';
import type { CarouselCard, CarouselDraft } from './carousel.ts';
import { contentOf, type Draft, type StructuredKind } from './drafts.ts';
import type { ChosenProduct, ProductsDraft } from './products.ts';

/** A form with what is filled in. */
export type FilledForm = { kind: StructuredKind; initial: Draft };

type Fields = Record<string, unknown>;

/**
 * The form that a message with something to tap was filled in in; null where a form does not hold all of it, such as ids
 * that a program gave its buttons, or files by their address.
 */
export function filledFormOf({ interactive }: Pick<Message, 'interactive'>): FilledForm | null {
  const form = interactive === undefined ? null : formOf(interactive);
  if (form === null) return null;
  const content = contentOf(form.kind, form.initial as never).interactive;
  return written(content) === written(interactive) ? form : null;
}

function formOf(interactive: Fields): FilledForm | null {
  const { header, body, footer, buttons, opens, sections, link } = readInteractive(interactive);
  const around = { header, body, footer };
  switch (interactive['type']) {
    case 'button':
      return { kind: 'buttons', initial: { ...around, buttons } };
    case 'list':
      return { kind: 'list', initial: { ...around, button: opens, sections } };
    case 'cta_url':
      return { kind: 'link', initial: { ...around, label: link?.label ?? '', url: link?.url ?? '' } };
    case 'carousel':
      return { kind: 'carousel', initial: carouselOf(interactive) };
    case 'product':
    case 'product_list':
    case 'catalog_message':
      return { kind: 'products', initial: productsOf(interactive) };
    case 'location_request_message':
      return { kind: 'location_request', initial: { body } };
    case 'request_contact_info':
      return { kind: 'number_request', initial: { body } };
    case 'call_permission_request':
      return { kind: 'call_request', initial: { body } };
    default:
      return null;
  }
}

function carouselOf(interactive: Fields): CarouselDraft {
  const { body, cards: shown } = readInteractive(interactive);
  const { cards: raw } = interactive['action'] as { cards: Array<{ header?: Fields }> };
  const cards = shown.map(({ kind, file, body: text, buttons, link }, at): CarouselCard => {
    const { media_id: mediaId = '' } = (raw[at]?.header?.[kind] ?? {}) as { media_id?: string };
    const preview = file?.thumbnail_url ?? (kind === 'image' ? file?.url : null) ?? '';
    return {
      file: { mediaId, kind, name: '', preview },
      ...{ body: text, buttons: buttons.length === 0 ? [''] : buttons, label: link?.label ?? '', url: link?.url ?? '' },
    };
  });
  return { body, action: cards.every(({ url }) => url !== '') ? 'link' : 'reply', cards };
}

function productsOf(interactive: Fields): ProductsDraft {
  const { header, body, footer } = readInteractive(interactive);
  const { catalog_id: catalogId = '', sections } = interactive['action'] as {
    catalog_id?: string;
    sections?: Array<{ title?: string }>;
  };
  const chosen = Array.isArray(interactive['products']) ? (interactive['products'] as ChosenProduct[]) : [];
  const offer = interactive['type'] === 'catalog_message' ? 'catalog' : 'products';
  return { offer, catalogId, chosen, header, body, section: sections?.[0]?.title ?? '', footer };
}

/** A content as text, whatever the order of its properties, without what the server adds for display. */
function written(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) => {
    if (key === 'media_info') return undefined;
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
