import { checkMediaSource, type HasMedia } from './check-media-source.ts';
import { type JsonObject, listAt, objectAt, objectIn, onlyKeys, requiredTextAt, textAt, wrong } from './shape.ts';

/** The parts that an interactive message may or must have besides its action. */
interface Frame {
  /** Kinds of header allowed; [] none. */
  headers: readonly string[];
  headerRequired?: true;
  /** Code points; 0 when the message has no body of its own. */
  body: number;
  bodyOptional?: true;
  footer: boolean;
  action: (action: JsonObject, hasMedia: HasMedia) => void;
}

const mediaHeaders = ['image', 'video', 'document'] as const;

const frames: Readonly<Record<string, Frame>> = {
  button: { headers: ['text', ...mediaHeaders], body: 1024, footer: true, action: checkReplyButtons },
  list: { headers: ['text'], body: 4096, footer: true, action: checkList },
  cta_url: { headers: ['text', ...mediaHeaders], body: 1024, footer: true, action: checkLink },
  location_request_message: {
    headers: [],
    body: 1024,
    footer: false,
    action: (action) => named(action, 'send_location'),
  },
  flow: { headers: ['text', ...mediaHeaders], body: 1024, footer: true, action: checkFlow },
  product: { headers: [], body: 1024, bodyOptional: true, footer: true, action: checkProduct },
  product_list: { headers: ['text'], headerRequired: true, body: 1024, footer: true, action: checkProductList },
  catalog_message: {
    headers: [],
    body: 1024,
    footer: true,
    action: (action) => named(action, 'catalog_message'),
  },
  carousel: { headers: [], body: 1024, footer: false, action: checkCarousel },
  call_permission_request: {
    headers: [],
    body: 1024,
    bodyOptional: true,
    footer: false,
    action: (action) => named(action, 'call_permission_request'),
  },
  request_contact_info: {
    headers: [],
    body: 1024,
    footer: false,
    action: (action) => named(action, 'request_contact_info'),
  },
};

/** Kinds with unknown rules, which are accepted unchanged. */
const unchecked = ['address_message', 'voice_call', 'order_details', 'order_status'];

/** Checks an `interactive` object with the documented lengths. @throws GraphError 131008, 131009 or 100 */
export function checkInteractive(interactive: JsonObject, hasMedia: HasMedia): void {
  const type = requiredTextAt(interactive, 'type', 'interactive.type', 64);
  if (unchecked.includes(type)) return;
  const frame = frames[type];
  if (!frame) throw wrong('interactive.type', `${type} is not known`);
  onlyKeys(interactive, 'interactive', ['type', 'header', 'body', 'footer', 'action']);
  checkHeader(interactive, frame, hasMedia);
  if (interactive.body !== undefined || !frame.bodyOptional) {
    requiredTextAt(objectAt(interactive, 'body', 'interactive.body'), 'text', 'interactive.body.text', frame.body);
  }
  if (interactive.footer !== undefined) {
    if (!frame.footer) throw wrong('interactive.footer', `is not allowed in ${type}`);
    requiredTextAt(objectAt(interactive, 'footer', 'interactive.footer'), 'text', 'interactive.footer.text', 60);
  }
  frame.action(objectAt(interactive, 'action', 'interactive.action'), hasMedia);
}

function checkHeader(interactive: JsonObject, frame: Frame, hasMedia: HasMedia): void {
  if (interactive.header === undefined && !frame.headerRequired) return;
  const header = objectAt(interactive, 'header', 'interactive.header');
  const type = requiredTextAt(header, 'type', 'interactive.header.type', 16);
  if (!frame.headers.includes(type)) throw wrong('interactive.header.type', `${type} is not allowed here`);
  if (type === 'text') requiredTextAt(header, 'text', 'interactive.header.text', 60);
  else checkMediaSource(objectAt(header, type, `interactive.header.${type}`), `interactive.header.${type}`, hasMedia);
}

function named(action: JsonObject, name: string): void {
  if (action.name !== name) throw wrong('interactive.action.name', `must be ${name}`);
}

function unique(values: string[], path: string): void {
  if (new Set(values).size !== values.length) throw wrong(path, 'must differ from each other');
}

function checkReplyButtons(action: JsonObject): void {
  const buttons = listAt(action, 'buttons', 'interactive.action.buttons', 1, 3);
  const replies = buttons.map((entry, index) => {
    const path = `interactive.action.buttons[${index}]`;
    const button = objectIn(entry, path);
    if (button.type !== 'reply') throw wrong(`${path}.type`, 'must be reply');
    const reply = objectAt(button, 'reply', `${path}.reply`);
    const id = requiredTextAt(reply, 'id', `${path}.reply.id`, 256);
    if (id !== id.trim()) throw wrong(`${path}.reply.id`, 'must not begin or end with a space');
    return { id, title: requiredTextAt(reply, 'title', `${path}.reply.title`, 20) };
  });
  unique(
    replies.map((reply) => reply.id),
    'ids of reply buttons',
  );
  unique(
    replies.map((reply) => reply.title),
    'titles of reply buttons',
  );
}

function checkList(action: JsonObject): void {
  requiredTextAt(action, 'button', 'interactive.action.button', 20);
  const sections = listAt(action, 'sections', 'interactive.action.sections', 1, 10);
  const ids = sections.flatMap((entry, index) => {
    const path = `interactive.action.sections[${index}]`;
    const section = objectIn(entry, path);
    if (sections.length > 1) requiredTextAt(section, 'title', `${path}.title`, 24);
    else textAt(section, 'title', `${path}.title`, { max: 24, optional: true });
    return listAt(section, 'rows', `${path}.rows`, 1, 10).map((row, at) => checkRow(row, `${path}.rows[${at}]`));
  });
  if (ids.length > 10) throw wrong('interactive.action.sections', 'must have at most 10 rows in total');
  unique(ids, 'ids of list rows');
}

function checkRow(entry: unknown, path: string): string {
  const row = objectIn(entry, path);
  requiredTextAt(row, 'title', `${path}.title`, 24);
  textAt(row, 'description', `${path}.description`, { max: 72, optional: true });
  return requiredTextAt(row, 'id', `${path}.id`, 200);
}

function checkLink(action: JsonObject): void {
  named(action, 'cta_url');
  const parameters = objectAt(action, 'parameters', 'interactive.action.parameters');
  requiredTextAt(parameters, 'display_text', 'interactive.action.parameters.display_text', 20);
  const url = requiredTextAt(parameters, 'url', 'interactive.action.parameters.url', 2000);
  if (!/^https?:\/\/\S+$/i.test(url)) throw wrong('interactive.action.parameters.url', 'must be a web address');
}

function checkFlow(action: JsonObject): void {
  named(action, 'flow');
  const parameters = objectAt(action, 'parameters', 'interactive.action.parameters');
  if (parameters.flow_message_version !== '3') {
    throw wrong('interactive.action.parameters.flow_message_version', 'must be 3');
  }
  requiredTextAt(parameters, 'flow_cta', 'interactive.action.parameters.flow_cta', 30);
  if ((parameters.flow_id === undefined) === (parameters.flow_name === undefined)) {
    throw wrong('interactive.action.parameters', 'must have exactly one of flow_id and flow_name');
  }
}

function checkProduct(action: JsonObject): void {
  requiredTextAt(action, 'catalog_id', 'interactive.action.catalog_id', 64);
  requiredTextAt(action, 'product_retailer_id', 'interactive.action.product_retailer_id', 256);
}

function checkProductList(action: JsonObject): void {
  requiredTextAt(action, 'catalog_id', 'interactive.action.catalog_id', 64);
  const sections = listAt(action, 'sections', 'interactive.action.sections', 1, 10);
  const products = sections.flatMap((entry, index) => {
    const path = `interactive.action.sections[${index}]`;
    return listAt(objectIn(entry, path), 'product_items', `${path}.product_items`, 1, 30);
  });
  if (products.length > 30) throw wrong('interactive.action.sections', 'must have at most 30 products in total');
}

function checkCarousel(action: JsonObject, hasMedia: HasMedia): void {
  const cards = listAt(action, 'cards', 'interactive.action.cards', 2, 10);
  for (const [index, entry] of cards.entries()) {
    const path = `interactive.action.cards[${index}]`;
    const card = objectIn(entry, path);
    if (card.card_index !== index) throw wrong(`${path}.card_index`, `must be ${index}`);
    const header = objectAt(card, 'header', `${path}.header`);
    const type = requiredTextAt(header, 'type', `${path}.header.type`, 16);
    if (type !== 'image' && type !== 'video') throw wrong(`${path}.header.type`, 'must be image or video');
    checkMediaSource(objectAt(header, type, `${path}.header.${type}`), `${path}.header.${type}`, hasMedia);
    if (card.body !== undefined)
      requiredTextAt(objectAt(card, 'body', `${path}.body`), 'text', `${path}.body.text`, 160);
    objectAt(card, 'action', `${path}.action`);
  }
}
