import { fixValue } from '../contacts/variables.ts';
import { said } from '../core/said.ts';
import { buttonLinkEnd, isForeignLink } from './button-link.ts';
import {
  bodyText,
  buttonsOf,
  cardsOf,
  cleanValue,
  codeButtonIndex,
  type FillableTemplate,
  isNamed,
  isSendableValue,
  listTemplateVariables,
  maxTemplateBodyLength,
  parametersOf,
  parameterText,
  templateDisplay,
  variableNames,
  wordOf,
} from './fill.ts';

import { malformedParts } from './malformed.ts';

type Part = Record<string, unknown>;

/** One problem with the values of a send, in the format of API errors. */
export type FillProblem = { field: string; msg: string; suggestion?: string };

/**
 * Whether the components of a send fit their template: number, names and kinds of the values, in cards too. Parts that
 * only WhatsApp can check (products) are skipped.
 * @param given in the format of Meta's send call, already validated
 * @returns all problems, [] when it can be sent
 */
export function templateFillProblems(template: FillableTemplate, given: readonly Part[]): FillProblem[] {
  if (template.components === null) {
    return [{ field: 'template.id', msg: 'This template isn’t synced yet. Sync the templates first.' }];
  }
  const [malformed] = malformedParts(template);
  if (malformed !== undefined) {
    const msg = `This template can’t be sent: its part ${malformed} is not in WhatsApp’s format. Correct it in WhatsApp Manager and sync the templates.`;
    return [{ field: 'template.id', msg }];
  }
  const problems = partProblems(template, given);
  if (problems.length > 0) return problems;
  const { length } = templateDisplay(template, given).body;
  if (length <= maxTemplateBodyLength) return [];
  const msg = `With its values the text has ${length} characters; WhatsApp takes ${maxTemplateBodyLength}.`;
  return [{ field: longestValueOf(given), msg }];
}

/** The value of the body that is the longest. */
function longestValueOf(given: readonly Part[]): string {
  const lengths = parametersOf(given, 'body').map((parameter) => parameterText(parameter).length);
  const field = fieldOf(given, 'body');
  return lengths.length === 0 ? field : `${field}.parameters.${lengths.indexOf(Math.max(...lengths))}.text`;
}

function partProblems(template: FillableTemplate, given: readonly Part[]): FillProblem[] {
  return [
    ...textProblems(template, given, 'header'),
    ...textProblems(template, given, 'body'),
    ...fileProblems(template, given),
    ...placeProblems(template, given),
    ...offerProblems(template, given),
    ...buttonProblems(template, given),
    ...cardProblems(template, given),
    ...unknownParameterProblems(template, given),
    ...spacingProblems(given),
    ...missingValueProblems(given),
  ];
}

/** Each card of a carousel is filled in like a template of its own. */
function cardProblems(template: FillableTemplate, given: readonly Part[]): FillProblem[] {
  const carousel = partOf(template, 'carousel');
  if (carousel === undefined) return [];
  const wanted = cardsOf(carousel);
  const field = fieldOf(given, 'carousel');
  const list = given.find((component) => wordOf(component, 'type') === 'CAROUSEL')?.cards;
  const cards = Array.isArray(list) ? (list as Part[]) : [];
  if (cards.length !== wanted.length) {
    return [{ field, msg: `This template has ${wanted.length} cards; ${cards.length} were given.` }];
  }
  return wanted.flatMap((components, index) => {
    const at = cards.findIndex(({ card_index }) => Number(card_index) === index);
    if (at === -1) return [{ field, msg: `The card at position ${index} is missing.` }];
    const own = cards[at]?.components;
    const problems = partProblems({ ...template, components }, Array.isArray(own) ? (own as Part[]) : []);
    return problems.map((problem) => ({
      ...problem,
      field: problem.field.replace('template.components', `${field}.cards.${at}.components`),
    }));
  });
}

function placeProblems(template: FillableTemplate, given: readonly Part[]): FillProblem[] {
  const header = partOf(template, 'header');
  if (header === undefined || wordOf(header, 'format') !== 'LOCATION') return [];
  const field = fieldOf(given, 'header');
  const [parameter] = parametersOf(given, 'header');
  const place = parameter?.location;
  if (typeof place !== 'object' || place === null) {
    const at = parameter === undefined ? field : `${field}.parameters.0`;
    return [{ field: at, msg: 'The header of this template takes a location.' }];
  }
  const { latitude, longitude } = place as Part;
  const isWithin = (value: unknown, most: number) =>
    value !== '' && Number.isFinite(Number(value)) && Math.abs(Number(value)) <= most;
  const at = `${field}.parameters.0.location`;
  return [
    ...(isWithin(latitude, 90) ? [] : [{ field: `${at}.latitude`, msg: 'Enter a latitude from -90 to 90.' }]),
    ...(isWithin(longitude, 180) ? [] : [{ field: `${at}.longitude`, msg: 'Enter a longitude from -180 to 180.' }]),
  ];
}

function offerProblems(template: FillableTemplate, given: readonly Part[]): FillProblem[] {
  if (!listTemplateVariables(template).some(({ key }) => key === 'offer.expires')) return [];
  const [parameter] = parametersOf(given, 'limited_time_offer');
  const offer = parameter?.limited_time_offer as Part | null | undefined;
  if (Number.isFinite(offer?.expiration_time_ms)) return [];
  return [{ field: fieldOf(given, 'limited_time_offer'), msg: 'Enter when the offer ends.' }];
}

const places = { header: said('the header'), body: said('the body') };

function textProblems(template: FillableTemplate, given: readonly Part[], where: 'header' | 'body'): FillProblem[] {
  const part = partOf(template, where);
  if (part === undefined || (where === 'header' && wordOf(part, 'format') !== 'TEXT')) return [];
  const wanted = variableNames(where === 'body' ? bodyText(part, template.components ?? []) : String(part.text));
  const parameters = parametersOf(given, where);
  const field = fieldOf(given, where);
  if (parameters.length !== wanted.length) {
    return [
      {
        field,
        msg: `This template takes ${wanted.length} values in ${places[where]}; ${parameters.length} were given.`,
      },
    ];
  }
  const names = parameters.map(({ parameter_name }) => parameter_name);
  const named = isNamed(template);
  const lost = named ? wanted.find((name) => !names.includes(name)) : undefined;
  if (lost !== undefined) return [{ field, msg: `The value {{${lost}}} of ${places[where]} is missing.` }];
  return parameters.flatMap((parameter, at): FillProblem[] => {
    if (parameterText(parameter).trim() !== '') return [];
    const name = String(named ? parameter.parameter_name : wanted[at]);
    return [{ field: `${field}.parameters.${at}`, msg: `The value {{${name}}} of ${places[where]} is empty.` }];
  });
}

function fileProblems(template: FillableTemplate, given: readonly Part[]): FillProblem[] {
  const variable = listTemplateVariables(template).find(({ key }) => key === 'header.file');
  if (variable === undefined) return [];
  const field = fieldOf(given, 'header');
  const [parameter, ...more] = parametersOf(given, 'header');
  const file = parameter?.[variable.kind];
  if (more.length > 0 || typeof file !== 'object' || file === null) {
    const at = parameter === undefined || more.length > 0 ? field : `${field}.parameters.0`;
    return [{ field: at, msg: `The header of this template takes one file of the kind ${variable.kind}.` }];
  }
  if (!('media_id' in file)) return [];
  return [{ field: `${field}.parameters.0.${variable.kind}`, msg: 'Name the file by a web address (link).' }];
}

function buttonProblems(template: FillableTemplate, given: readonly Part[]): FillProblem[] {
  const buttons = (template.components ?? []).filter((part) => wordOf(part, 'type') === 'BUTTONS').flatMap(buttonsOf);
  const problems: FillProblem[] = [];
  const filled = new Set<string>();
  for (const [at, component] of given.entries()) {
    if (wordOf(component, 'type') !== 'BUTTON') continue;
    const index = String(component.index);
    const kind = wordOf(component, 'sub_type');
    const button = buttons[Number(index)];
    const field = `template.components.${at}`;
    const is = button === undefined ? '' : wordOf(button, 'type');
    // A one-time code is passed as the end of a URL.
    if (is !== kind && !(is === 'OTP' && kind === 'URL')) {
      problems.push({ field, msg: `The button at position ${index} of this template is not of the kind ${kind}.` });
    } else {
      const [parameter, ...more] = parametersOf([component], 'button');
      const value = kind === 'COPY_CODE' ? parameter?.coupon_code : parameter?.text;
      const isEmpty = (kind === 'COPY_CODE' || kind === 'URL') && String(value ?? '').trim() === '';
      if (parameter !== undefined && more.length === 0 && !isEmpty) filled.add(`button.${index}`);
    }
  }
  problems.push(...linkProblems(template, given));
  const codeAt = codeButtonIndex(template.components ?? []);
  if (codeAt !== -1 && !filled.has(`button.${codeAt}`) && problems.length === 0) {
    problems.push({ field: 'template.components', msg: 'The one-time code is missing in the button.' });
  }
  for (const { key, name, kind } of listTemplateVariables(template)) {
    if (!key.startsWith('button.') || filled.has(key) || problems.length > 0) continue;
    const index = key.slice('button.'.length);
    const at = given.findIndex((part) => wordOf(part, 'type') === 'BUTTON' && String(part.index) === index);
    const field = at === -1 ? 'template.components' : `template.components.${at}`;
    const msg =
      kind === 'code' ? `The coupon code of the button “${name}” is missing.` : `The button “${name}” needs a value.`;
    problems.push({ field, msg });
  }
  return problems;
}

/** Ends of addresses with which a button would not open what is meant. */
function linkProblems(template: FillableTemplate, given: readonly Part[]): FillProblem[] {
  return listTemplateVariables(template).flatMap(({ key, urlPrefix }): FillProblem[] => {
    const index = key.slice('button.'.length);
    const at = given.findIndex((part) => wordOf(part, 'type') === 'BUTTON' && String(part.index) === index);
    const [parameter] = at === -1 ? [] : parametersOf([given[at] ?? {}], 'button');
    if (urlPrefix === undefined || parameter === undefined) return [];
    const value = parameterText(parameter);
    const end = buttonLinkEnd(value, urlPrefix);
    const field = `template.components.${at}.parameters.0.text`;
    if (isForeignLink(end, urlPrefix)) {
      return [{ field, msg: `The button opens ${urlPrefix} and what follows. ${value} is another address.` }];
    }
    if (end === buttonLinkEnd(value, '')) return [];
    const msg = `The button would open ${urlPrefix}${value}. Give only what follows ${urlPrefix}.`;
    return [{ field, msg, suggestion: end }];
  });
}

/** Values with line breaks, tabs or several blanks, each with a valid alternative. */
function spacingProblems(given: readonly Part[]): FillProblem[] {
  return given.flatMap((component, index) =>
    parametersOf([component], wordOf(component, 'type').toLowerCase()).flatMap((parameter, at): FillProblem[] => {
      const isCode = typeof parameter.coupon_code === 'string';
      const value = isCode ? String(parameter.coupon_code) : parameterText(parameter);
      if (isSendableValue(value)) return [];
      const field = `template.components.${index}.parameters.${at}.${isCode ? 'coupon_code' : 'text'}`;
      const msg = 'A template value can’t have new lines, tabs or more than 4 spaces in a row.';
      return [{ field, msg, suggestion: cleanValue(value) }];
    }),
  );
}

/** Values that say nothing but that they are missing. */
function missingValueProblems(given: readonly Part[]): FillProblem[] {
  const msg = `${fixValue} means a missing value. Fill it in.`;
  return given.flatMap((component, index) => {
    // Cards are checked like templates of their own.
    const { cards: _cards, ...own } = component;
    return textsIn(own, `template.components.${index}`)
      .filter(({ text }) => text.includes(fixValue))
      .map(({ field }) => ({ field, msg }));
  });
}

/** Every text in a part of a send, with its field. */
function textsIn(value: unknown, field: string): { field: string; text: string }[] {
  if (typeof value === 'string') return [{ field, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => textsIn(each, `${field}.${key}`));
}

/** Values for a part that the template does not have, or that accepts none. */
function unknownParameterProblems(template: FillableTemplate, given: readonly Part[]): FillProblem[] {
  const seen = new Set<string>();
  return given.flatMap((component, index): FillProblem[] => {
    const type = wordOf(component, 'type');
    if (type === 'BUTTON') return [];
    const field = `template.components.${index}`;
    if (seen.has(type)) return [{ field, msg: 'This part is there twice.' }];
    seen.add(type);
    if (type === 'TAP_TARGET_CONFIGURATION' || partOf(template, type.toLowerCase()) !== undefined) return [];
    return [{ field, msg: `This template has no ${type.toLowerCase()}.` }];
  });
}

function partOf(template: FillableTemplate, type: string): Part | undefined {
  return template.components?.find((part) => wordOf(part, 'type') === type.toUpperCase());
}

function fieldOf(given: readonly Part[], type: string): string {
  const index = given.findIndex((component) => wordOf(component, 'type') === type.toUpperCase());
  return index === -1 ? 'template.components' : `template.components.${index}`;
}
