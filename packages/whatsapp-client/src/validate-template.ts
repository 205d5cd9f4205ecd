import type { Problems } from './content-problems.ts';
import { isObject, type JsonObject } from './fields.ts';

const BUTTON_KINDS = ['quick_reply', 'url', 'copy_code', 'catalog', 'mpm', 'flow', 'voice_call'];
const COMPONENT_TYPES = ['header', 'body', 'button', 'limited_time_offer', 'carousel', 'tap_target_configuration'];
const HEADER_PARAMETERS = ['text', 'image', 'video', 'gif', 'document', 'location', 'product', 'currency', 'date_time'];
const BODY_PARAMETERS = ['text', 'currency', 'date_time'];
const BUTTON_PARAMETERS = ['payload', 'text', 'coupon_code', 'action', 'ttl_minutes'];

/** Documented limits; the coupon's is 15 on some pages and 20 on others, so the larger one applies. */
export const TEMPLATE_SEND_LIMITS = { name: 512, couponCode: 20, cards: 10, buttons: 10, bodyValue: 1_024 } as const;

/**
 * Checks the send of a template: the shape of its components and parameters. Whether number and kind of the values fit
 * the template itself is checked where the template is known.
 */
export function checkTemplate(content: JsonObject, problems: Problems): void {
  const name = problems.text(content, 'name', 'template.name', TEMPLATE_SEND_LIMITS.name);
  if (name !== null && !/^[a-z0-9_]+$/.test(name)) {
    problems.add('template.name', 'Small letters, digits and underscores only.');
  }
  const language = isObject(content.language) ? content.language.code : content.language;
  if (typeof language !== 'string' || !/^[a-z]{2,3}(?:_[A-Za-z]{2,4})?$/.test(language)) {
    problems.add('template.language', 'A language such as en or pt_BR expected.');
  }
  if (content.components == null) return;
  const components = problems.list(content, 'components', 'template.components', 0, 20);
  checkComponents(components, 'template.components', problems);
}

function checkComponents(components: readonly JsonObject[], field: string, problems: Problems): void {
  const indexes: (string | null)[] = [];
  components.forEach((component, place) => {
    const at = `${field}.${place}`;
    const type = typeof component.type === 'string' ? component.type.toLowerCase() : '';
    if (!COMPONENT_TYPES.includes(type)) problems.oneOf({ type }, 'type', `${at}.type`, COMPONENT_TYPES);
    if (type === 'button') indexes.push(checkButton(component, at, problems));
    if (type === 'header') checkParameters(component, at, HEADER_PARAMETERS, problems);
    if (type === 'body') checkParameters(component, at, BODY_PARAMETERS, problems);
    if (type === 'carousel') checkCards(component, at, problems);
    if (type === 'limited_time_offer') checkOffer(component, at, problems);
  });
  problems.distinct(indexes, field, 'Each button position may be there only once.');
}

/** @returns the button's position */
function checkButton(button: JsonObject, field: string, problems: Problems): string | null {
  const kind = typeof button.sub_type === 'string' ? button.sub_type.toLowerCase() : '';
  problems.oneOf({ kind }, 'kind', `${field}.sub_type`, BUTTON_KINDS);
  const index = String(button.index);
  if (!/^\d$/.test(index)) {
    problems.add(`${field}.index`, `The position of the button, 0 to ${TEMPLATE_SEND_LIMITS.buttons - 1}, expected.`);
    return null;
  }
  checkParameters(button, field, BUTTON_PARAMETERS, problems);
  return index;
}

function checkParameters(component: JsonObject, field: string, allowed: readonly string[], problems: Problems): void {
  if (component.parameters == null) return;
  const parameters = problems.list(component, 'parameters', `${field}.parameters`, 0, 100);
  parameters.forEach((parameter, place) => {
    const at = `${field}.parameters.${place}`;
    const type = typeof parameter.type === 'string' ? parameter.type.toLowerCase() : '';
    if (problems.oneOf({ type }, 'type', `${at}.type`, allowed) !== null) checkParameter(type, parameter, at, problems);
  });
}

function checkParameter(type: string, parameter: JsonObject, field: string, problems: Problems): void {
  const { bodyValue, couponCode } = TEMPLATE_SEND_LIMITS;
  if (type === 'text') problems.text(parameter, 'text', `${field}.text`, bodyValue);
  else if (type === 'payload') problems.text(parameter, 'payload', `${field}.payload`, bodyValue);
  else if (type === 'ttl_minutes') {
    if (!Number.isSafeInteger(parameter.ttl_minutes))
      problems.add(`${field}.ttl_minutes`, 'A number of minutes expected.');
  } else if (type === 'coupon_code') problems.text(parameter, 'coupon_code', `${field}.coupon_code`, couponCode);
  else checkParameterObject(type, parameter, field, problems);
}

function checkParameterObject(type: string, parameter: JsonObject, field: string, problems: Problems): void {
  // An animated picture is sent as an image object.
  const key = type === 'gif' ? 'image' : type;
  if (type === 'action' && parameter.action == null) return;
  const at = `${field}.${key}`;
  const value = problems.object(parameter, key, at);
  if (value === null) return;
  if (type === 'image' || type === 'video' || type === 'gif' || type === 'document') problems.file(value, at);
  if (type === 'currency') {
    problems.text(value, 'fallback_value', `${at}.fallback_value`, TEMPLATE_SEND_LIMITS.bodyValue);
    problems.text(value, 'code', `${at}.code`, 3);
    if (!Number.isSafeInteger(value.amount_1000)) problems.add(`${at}.amount_1000`, 'The amount times 1,000 expected.');
  }
  if (type === 'date_time') {
    problems.text(value, 'fallback_value', `${at}.fallback_value`, TEMPLATE_SEND_LIMITS.bodyValue);
  }
  if (type === 'location') {
    for (const part of ['latitude', 'longitude', 'name', 'address']) {
      if (value[part] == null || value[part] === '') problems.add(`${at}.${part}`, 'This part is missing.');
    }
  }
  if (type === 'product') {
    problems.text(value, 'product_retailer_id', `${at}.product_retailer_id`, 255);
    problems.text(value, 'catalog_id', `${at}.catalog_id`, 255);
  }
}

function checkCards(component: JsonObject, field: string, problems: Problems): void {
  const cards = problems.list(component, 'cards', `${field}.cards`, 2, TEMPLATE_SEND_LIMITS.cards);
  cards.forEach((card, place) => {
    const at = `${field}.cards.${place}`;
    if (!Number.isSafeInteger(Number(card.card_index)))
      problems.add(`${at}.card_index`, 'The position of the card expected.');
    checkComponents(problems.list(card, 'components', `${at}.components`, 1, 20), `${at}.components`, problems);
  });
}

/** The end of an offer is in milliseconds, unlike every other time of WhatsApp's. */
function checkOffer(component: JsonObject, field: string, problems: Problems): void {
  for (const parameter of problems.list(component, 'parameters', `${field}.parameters`, 1, 1)) {
    const offer = problems.object(parameter, 'limited_time_offer', `${field}.parameters.0.limited_time_offer`);
    const end = offer?.expiration_time_ms;
    if (offer !== null && !(typeof end === 'number' && end > 1e12)) {
      problems.add(`${field}.parameters.0.limited_time_offer.expiration_time_ms`, 'A time in milliseconds expected.');
    }
  }
}
