import { interactiveLimits, productLimits } from '@parley/contract/content-limits';
import type { Problems } from './content-problems.ts';
import { isObject, type JsonObject } from './fields.ts';

/** Documented limits of interactive messages, in characters unless said otherwise. */
export const INTERACTIVE_LIMITS = {
  ...interactiveLimits,
  flowButton: 30,
  cardButtonId: 20,
} as const;

const LIMITS = INTERACTIVE_LIMITS;

type HeaderRule = 'any' | 'text' | 'text required' | 'none';
type Kind = { header: HeaderRule; body: number | 'optional'; footer: boolean; action: ActionCheck };
type ActionCheck = (action: JsonObject, field: string, problems: Problems) => void;

/** The kinds with documented limits. Other kinds are passed on unchanged. */
const KINDS = new Map<string, Kind>([
  ['button', { header: 'any', body: LIMITS.body, footer: true, action: checkButtons }],
  ['list', { header: 'text', body: LIMITS.listBody, footer: true, action: checkList }],
  ['cta_url', { header: 'any', body: LIMITS.body, footer: true, action: checkLink }],
  ['location_request_message', { header: 'none', body: LIMITS.body, footer: false, action: named('send_location') }],
  ['flow', { header: 'any', body: LIMITS.body, footer: true, action: checkFlow }],
  ['product', { header: 'none', body: 'optional', footer: true, action: checkProduct }],
  ['product_list', { header: 'text required', body: LIMITS.body, footer: true, action: checkProductList }],
  ['catalog_message', { header: 'none', body: LIMITS.body, footer: true, action: named('catalog_message') }],
  ['carousel', { header: 'none', body: LIMITS.body, footer: false, action: checkCarousel }],
  [
    'call_permission_request',
    { header: 'none', body: 'optional', footer: false, action: named('call_permission_request') },
  ],
  ['request_contact_info', { header: 'none', body: LIMITS.body, footer: false, action: named('request_contact_info') }],
]);

/** Kinds that may have `products` beside them: what the named products are called and cost, which WhatsApp is not sent. */
export const SHOWS_PRODUCTS: ReadonlySet<unknown> = new Set(['product', 'product_list']);

/** Checks interactive content, which is in WhatsApp's own shape, apart from `products`. */
export function checkInteractive(content: JsonObject, problems: Problems): void {
  const { type } = content;
  if (typeof type !== 'string' || type === '') {
    problems.add('interactive.type', 'The kind of interactive message expected.');
    return;
  }
  const kind = KINDS.get(type);
  if (kind === undefined) return;
  checkHeader(content, kind.header, problems);
  checkBody(content, kind.body, problems);
  if (content.footer != null) {
    const footer = problems.object(content, 'footer', 'interactive.footer');
    if (!kind.footer) problems.add('interactive.footer', 'This kind has no footer.');
    else if (footer !== null) problems.text(footer, 'text', 'interactive.footer.text', LIMITS.footer);
  }
  const action = problems.object(content, 'action', 'interactive.action');
  if (action !== null) kind.action(action, 'interactive.action', problems);
  if (SHOWS_PRODUCTS.has(type) && content.products != null) checkShownProducts(content, problems);
}

function checkBody(content: JsonObject, rule: Kind['body'], problems: Problems): void {
  if (rule === 'optional' && content.body == null) return;
  const body = problems.object(content, 'body', 'interactive.body');
  if (body !== null)
    problems.text(body, 'text', 'interactive.body.text', typeof rule === 'number' ? rule : LIMITS.body);
}

function checkHeader(content: JsonObject, rule: HeaderRule, problems: Problems): void {
  if (content.header == null) {
    if (rule === 'text required') problems.add('interactive.header', 'This kind needs a text as its header.');
    return;
  }
  const header = problems.object(content, 'header', 'interactive.header');
  if (header === null) return;
  if (rule === 'none') {
    problems.add('interactive.header', 'This kind has no header.');
    return;
  }
  const types = rule === 'any' ? ['text', 'image', 'video', 'document'] : ['text'];
  const type = problems.oneOf(header, 'type', 'interactive.header.type', types);
  if (type === 'text') problems.text(header, 'text', 'interactive.header.text', LIMITS.header);
  else if (type !== null) {
    const file = problems.object(header, type, `interactive.header.${type}`);
    if (file !== null) problems.file(file, `interactive.header.${type}`);
  }
}

function checkButtons(action: JsonObject, field: string, problems: Problems): void {
  const buttons = problems.list(action, 'buttons', `${field}.buttons`, 1, LIMITS.buttons);
  checkReplies(buttons, `${field}.buttons`, LIMITS.buttonId, problems);
}

function checkReplies(buttons: readonly JsonObject[], field: string, maxId: number, problems: Problems): void {
  const ids: (string | null)[] = [];
  const titles: (string | null)[] = [];
  buttons.forEach((button, index) => {
    problems.oneOf(button, 'type', `${field}.${index}.type`, ['reply']);
    const reply = problems.object(button, 'reply', `${field}.${index}.reply`);
    if (reply === null) return;
    const id = problems.text(reply, 'id', `${field}.${index}.reply.id`, maxId);
    if (id !== null && id !== id.trim()) problems.add(`${field}.${index}.reply.id`, 'No blanks around the id.');
    ids.push(id);
    titles.push(problems.text(reply, 'title', `${field}.${index}.reply.title`, LIMITS.buttonTitle));
  });
  problems.distinct(ids, field, 'Each button id may be there only once.');
  problems.distinct(titles, field, 'Each button title may be there only once.');
}

function checkList(action: JsonObject, field: string, problems: Problems): void {
  problems.text(action, 'button', `${field}.button`, LIMITS.listButton);
  const sections = problems.list(action, 'sections', `${field}.sections`, 1, LIMITS.sections);
  const ids: (string | null)[] = [];
  sections.forEach((section, index) => {
    const at = `${field}.sections.${index}`;
    checkSectionTitle(section, at, sections.length, problems);
    const rows = problems.list(section, 'rows', `${at}.rows`, 1, LIMITS.rowsInAll);
    rows.forEach((row, place) => {
      ids.push(problems.text(row, 'id', `${at}.rows.${place}.id`, LIMITS.rowId));
      problems.text(row, 'title', `${at}.rows.${place}.title`, LIMITS.rowTitle);
      problems.optionalText(row, 'description', `${at}.rows.${place}.description`, LIMITS.rowDescription);
    });
  });
  if (ids.length > LIMITS.rowsInAll) {
    problems.add(`${field}.sections`, `At most ${LIMITS.rowsInAll} rows in all sections together.`);
  }
  problems.distinct(ids, `${field}.sections`, 'Each row id may be there only once.');
}

function checkSectionTitle(section: JsonObject, field: string, sections: number, problems: Problems): void {
  if (sections > 1) problems.text(section, 'title', `${field}.title`, LIMITS.sectionTitle);
  else problems.optionalText(section, 'title', `${field}.title`, LIMITS.sectionTitle);
}

function checkLink(action: JsonObject, field: string, problems: Problems): void {
  named('cta_url')(action, field, problems);
  const parameters = problems.object(action, 'parameters', `${field}.parameters`);
  if (parameters === null) return;
  problems.text(parameters, 'display_text', `${field}.parameters.display_text`, LIMITS.linkText);
  problems.webAddress(parameters, 'url', `${field}.parameters.url`);
}

function checkFlow(action: JsonObject, field: string, problems: Problems): void {
  named('flow')(action, field, problems);
  const parameters = problems.object(action, 'parameters', `${field}.parameters`);
  if (parameters === null) return;
  const at = `${field}.parameters`;
  problems.oneOf(parameters, 'flow_message_version', `${at}.flow_message_version`, ['3']);
  const references = [parameters.flow_id, parameters.flow_name].filter(
    (value) => typeof value === 'string' && value !== '',
  );
  if (references.length !== 1) problems.add(`${at}.flow_id`, 'Either the id or the name of the form expected.');
  const label = problems.text(parameters, 'flow_cta', `${at}.flow_cta`, LIMITS.flowButton);
  if (label !== null && /\p{Extended_Pictographic}/u.test(label)) problems.add(`${at}.flow_cta`, 'No emoji here.');
  if (parameters.mode != null) problems.oneOf(parameters, 'mode', `${at}.mode`, ['published', 'draft']);
  if (parameters.flow_action != null) {
    problems.oneOf(parameters, 'flow_action', `${at}.flow_action`, ['navigate', 'data_exchange']);
  }
}

function checkProduct(action: JsonObject, field: string, problems: Problems): void {
  problems.text(action, 'catalog_id', `${field}.catalog_id`, 255);
  problems.text(action, 'product_retailer_id', `${field}.product_retailer_id`, 255);
}

function checkProductList(action: JsonObject, field: string, problems: Problems): void {
  problems.text(action, 'catalog_id', `${field}.catalog_id`, 255);
  const sections = problems.list(action, 'sections', `${field}.sections`, 1, LIMITS.sections);
  let products = 0;
  sections.forEach((section, index) => {
    const at = `${field}.sections.${index}`;
    checkSectionTitle(section, at, sections.length, problems);
    const items = problems.list(section, 'product_items', `${at}.product_items`, 1, LIMITS.productsInAll);
    products += items.length;
    items.forEach((item, place) => {
      problems.text(item, 'product_retailer_id', `${at}.product_items.${place}.product_retailer_id`, 255);
    });
  });
  if (products > LIMITS.productsInAll) {
    problems.add(`${field}.sections`, `At most ${LIMITS.productsInAll} products in all sections together.`);
  }
}

function checkShownProducts(content: JsonObject, problems: Problems): void {
  const products = problems.list(content, 'products', 'interactive.products', 1, LIMITS.productsInAll);
  const ids = products.map((product, index) => {
    const at = `interactive.products.${index}`;
    problems.text(product, 'name', `${at}.name`, productLimits.name);
    problems.optionalText(product, 'price', `${at}.price`, productLimits.price);
    const unknown = Object.keys(product).find((key) => !['product_retailer_id', 'name', 'price'].includes(key));
    if (unknown !== undefined) problems.add(`${at}.${unknown}`, 'This part is unknown.');
    return problems.text(product, 'product_retailer_id', `${at}.product_retailer_id`, productLimits.id);
  });
  problems.distinct(ids, 'interactive.products', 'Each product may be there only once.');
}

function checkCarousel(action: JsonObject, field: string, problems: Problems): void {
  const cards = problems.list(action, 'cards', `${field}.cards`, 2, LIMITS.cards);
  cards.forEach((card, index) => {
    const at = `${field}.cards.${index}`;
    if (card.card_index != null && card.card_index !== index) {
      problems.add(`${at}.card_index`, `The place of this card is ${index}.`);
    }
    const header = problems.object(card, 'header', `${at}.header`);
    const type = header && problems.oneOf(header, 'type', `${at}.header.type`, ['image', 'video']);
    const file = header !== null && type !== null ? problems.object(header, type, `${at}.header.${type}`) : null;
    if (file !== null) problems.file(file, `${at}.header.${type}`);
    const text = card.body == null ? null : problems.object(card, 'body', `${at}.body`);
    if (text !== null) {
      const body = problems.text(text, 'text', `${at}.body.text`, LIMITS.cardBody);
      if (body !== null && body.split('\n').length - 1 > LIMITS.cardBodyBreaks) {
        problems.add(`${at}.body.text`, `At most ${LIMITS.cardBodyBreaks} line breaks.`);
      }
    }
    const cardAction = problems.object(card, 'action', `${at}.action`);
    if (cardAction === null) return;
    if (cardAction.buttons != null) {
      const buttons = problems.list(cardAction, 'buttons', `${at}.action.buttons`, 1, LIMITS.buttons);
      const replies = buttons.filter(({ type: kind }) => kind === 'quick_reply' || kind === 'reply');
      for (const { quick_reply, reply } of replies)
        checkCardReply(quick_reply ?? reply, `${at}.action.buttons`, problems);
    } else {
      checkLink(cardAction, `${at}.action`, problems);
    }
  });
  const kinds = new Set(cards.map((card) => buttonKinds(card)));
  if (kinds.size > 1) problems.add(`${field}.cards`, 'All cards need the same kinds of buttons.');
}

function checkCardReply(reply: unknown, field: string, problems: Problems): void {
  if (!isObject(reply)) {
    problems.add(field, 'This part is missing.');
    return;
  }
  problems.text(reply, 'id', `${field}.id`, LIMITS.cardButtonId);
  problems.text(reply, 'title', `${field}.title`, LIMITS.buttonTitle);
}

function buttonKinds(card: JsonObject): string {
  const action = isObject(card.action) ? card.action : {};
  if (!Array.isArray(action.buttons)) return String(action.name);
  return action.buttons.map((button: unknown) => (isObject(button) ? String(button.type) : '')).join();
}

function named(name: string): ActionCheck {
  return (action, field, problems) => {
    problems.oneOf(action, 'name', `${field}.name`, [name]);
  };
}
