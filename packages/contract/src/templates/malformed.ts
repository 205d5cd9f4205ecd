import { buttonsOf, type FillableTemplate, variableNames, wordOf } from './fill.ts';

type Part = Record<string, unknown>;

/**
 * The parts of a template that are not in WhatsApp's format, by its names; [] when it can be read. A template comes and
 * is stored as it is, but one that cannot be read must not be sent.
 */
export function malformedParts({ components }: FillableTemplate): string[] {
  const parts: readonly unknown[] = components ?? [];
  const found = parts.flatMap((part): string[] => {
    if (!isPart(part) || typeof part.type !== 'string' || part.type === '') return ['UNKNOWN'];
    const type = wordOf(part, 'type');
    const isRepeated =
      single.includes(type) && parts.filter((each) => isPart(each) && wordOf(each, 'type') === type).length > 1;
    return isRepeated || !isReadable(part, type, parts.filter(isPart)) ? [type] : [];
  });
  const hasBody = parts.some((part) => isPart(part) && wordOf(part, 'type') === 'BODY');
  if (components !== null && !hasBody) found.push('BODY');
  return [...new Set(found)];
}

const single = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS', 'CAROUSEL', 'LIMITED_TIME_OFFER'];

function isReadable(part: Part, type: string, all: readonly Part[]): boolean {
  switch (type) {
    case 'HEADER': {
      const format = wordOf(part, 'format');
      return format === 'TEXT' ? isText(part.text) : format !== '';
    }
    // WhatsApp writes the text of a one-time code.
    case 'BODY':
      return isText(part.text) || (part.text === undefined && isOneTimeCode(part, all));
    case 'FOOTER':
      return typeof part.text === 'string' || typeof part.code_expiration_minutes === 'number';
    case 'BUTTONS':
      return (
        Array.isArray(part.buttons) && part.buttons.every((button) => isPart(button) && typeof button.type === 'string')
      );
    case 'CAROUSEL':
      return (
        Array.isArray(part.cards) &&
        part.cards.length > 0 &&
        part.cards.every(
          (card) => isPart(card) && Array.isArray(card.components) && card.components.every(isReadableOfCard),
        )
      );
    case 'LIMITED_TIME_OFFER':
      return isPart(part.limited_time_offer) && typeof part.limited_time_offer.text === 'string';
    default:
      return true;
  }
}

function isReadableOfCard(part: unknown, _at: number, all: unknown[]): boolean {
  if (!isPart(part) || typeof part.type !== 'string') return false;
  return isReadable(part, wordOf(part, 'type'), all.filter(isPart));
}

function isOneTimeCode(body: Part, all: readonly Part[]): boolean {
  return (
    'add_security_recommendation' in body || all.flatMap(buttonsOf).some((button) => wordOf(button, 'type') === 'OTP')
  );
}

/** A text whose variables are closed, and numbered ones count up from 1. */
function isText(text: unknown): boolean {
  if (typeof text !== 'string' || text.trim() === '') return false;
  if (/\{\{(?!\s*\w+\s*\}\})/.test(text)) return false;
  const numbers = variableNames(text).filter((name) => /^\d+$/.test(name));
  return numbers.every((number) => Number(number) >= 1 && Number(number) <= numbers.length);
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
