import { fixValue } from '../contacts/merge.ts';
import {
  buttonsOf,
  type FillableTemplate,
  isNamed,
  mostTemplateBody,
  parametersOf,
  parameterText,
  templateDisplay,
  templateSlots,
  templateVariables,
  wordOf,
} from './fill.ts';

type Part = Record<string, unknown>;

/** One thing wrong with the values of a send, as errors of the API name fields. */
export type FillProblem = { field: string; msg: string };

/**
 * Whether the components of a send fit their template: number, names and kinds of the values. Parts that only WhatsApp
 * understands (carousels, offers) are left to it.
 * @param given as Meta's send call has them, their shape checked
 * @returns all problems, [] when it can be sent
 */
export function templateFillProblems(template: FillableTemplate, given: readonly Part[]): FillProblem[] {
  if (template.components === null) {
    return [
      { field: 'template.id', msg: 'This template was not fetched from WhatsApp yet. Fetch the templates first.' },
    ];
  }
  const problems = [
    ...textProblems(template, given, 'header'),
    ...textProblems(template, given, 'body'),
    ...fileProblems(template, given),
    ...buttonProblems(template, given),
    ...strayProblems(template, given),
  ];
  if (JSON.stringify(given).includes(fixValue)) {
    problems.push({ field: 'template.components', msg: `${fixValue} stands for a value that is missing: fill it in.` });
  }
  const { body } = templateDisplay(template, given);
  if (problems.length === 0 && body.length > mostTemplateBody) {
    problems.push({
      field: 'template.components',
      msg: `With its values the text has ${body.length} characters; WhatsApp takes ${mostTemplateBody}.`,
    });
  }
  return problems;
}

function textProblems(template: FillableTemplate, given: readonly Part[], where: 'header' | 'body'): FillProblem[] {
  const part = partOf(template, where);
  // The text of a one-time code is WhatsApp's own and may not be told.
  if (typeof part?.text !== 'string' || (where === 'header' && wordOf(part, 'format') !== 'TEXT')) return [];
  const wanted = templateVariables(part.text);
  const parameters = parametersOf(given, where);
  const field = fieldOf(given, where);
  if (parameters.length !== wanted.length) {
    return [
      { field, msg: `The ${where} of this template takes ${wanted.length} values; ${parameters.length} were given.` },
    ];
  }
  const names = parameters.map(({ parameter_name }) => parameter_name);
  const lost = isNamed(template) ? wanted.find((name) => !names.includes(name)) : undefined;
  if (lost !== undefined) return [{ field, msg: `The value {{${lost}}} of the ${where} is missing.` }];
  const empty = parameters.findIndex((parameter) => parameterText(parameter).trim() === '');
  return empty === -1 ? [] : [{ field: `${field}.parameters.${empty}`, msg: 'Write a text here.' }];
}

function fileProblems(template: FillableTemplate, given: readonly Part[]): FillProblem[] {
  const slot = templateSlots(template).find(({ key }) => key === 'header.file');
  if (slot === undefined) return [];
  const field = fieldOf(given, 'header');
  const [parameter, ...more] = parametersOf(given, 'header');
  const file = parameter?.[slot.kind];
  if (more.length > 0 || typeof file !== 'object' || file === null) {
    return [{ field, msg: `The header of this template takes one file of the kind ${slot.kind}.` }];
  }
  if (!('media_id' in file)) return [];
  return [{ field: `${field}.parameters.0.${slot.kind}`, msg: 'Name the file by a web address (link).' }];
}

function buttonProblems(template: FillableTemplate, given: readonly Part[]): FillProblem[] {
  const buttons = (template.components ?? []).filter((part) => wordOf(part, 'type') === 'BUTTONS').flatMap(buttonsOf);
  const problems: FillProblem[] = [];
  const filled = new Set<string>();
  for (const [place, component] of given.entries()) {
    if (wordOf(component, 'type') !== 'BUTTON') continue;
    const index = String(component.index);
    const kind = wordOf(component, 'sub_type');
    const button = buttons[Number(index)];
    const field = `template.components.${place}`;
    const is = button === undefined ? '' : wordOf(button, 'type');
    // A one-time code is given as the end of an address.
    if (is !== kind && !(is === 'OTP' && kind === 'URL')) {
      problems.push({ field, msg: `The button at position ${index} of this template is not of the kind ${kind}.` });
    } else if (parametersOf([component], 'button').length === 1) filled.add(`button.${index}`);
  }
  for (const { key, name } of templateSlots(template)) {
    if (!key.startsWith('button.') || filled.has(key) || problems.length > 0) continue;
    problems.push({ field: 'template.components', msg: `The button “${name}” needs a value.` });
  }
  return problems;
}

/** Values for a part that the template does not have, or that takes none. */
function strayProblems(template: FillableTemplate, given: readonly Part[]): FillProblem[] {
  const seen = new Set<string>();
  return given.flatMap((component, place): FillProblem[] => {
    const type = wordOf(component, 'type');
    if (type === 'BUTTON') return [];
    const field = `template.components.${place}`;
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
  const place = given.findIndex((component) => wordOf(component, 'type') === type.toUpperCase());
  return place === -1 ? 'template.components' : `template.components.${place}`;
}
