import { randomInt } from 'node:crypto';
import type { SourcedVariable } from '../core/variables.ts';
import type { NewLink } from './link-repo.ts';

/** Below this path links of broadcasts lead on. */
export const linkPath = '/l/';
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62 to the 12th codes: none can be guessed. */
const codeLength = 12;

/**
 * The variables of a broadcast whose value is a link that leads through this server: buttons of which the template has
 * our address before the variable, and texts for which it was chosen.
 */
export function trackedVariables(variables: readonly SourcedVariable[], publicUrl: string): SourcedVariable[] {
  return variables.filter(
    ({ variable, source }) =>
      source !== undefined &&
      (isOwnButton(variable.urlPrefix, publicUrl) || (variable.part === 'body' && source.track === true)),
  );
}

export function isOwnButton(urlPrefix: string | undefined, publicUrl: string): boolean {
  return urlPrefix === `${publicUrl}${linkPath}`;
}

export type TrackedVariables = readonly SourcedVariable[];

/** What a link changes of a recipient who is written. */
type LinkedRecipient = { state: 'QUEUED' | 'SKIPPED'; reason: string | null; values: Record<string, string> };

/** Whether a text is a web address that a link can lead to. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text)) return false;
  return URL.canParse(text);
}

/**
 * Replaces the addresses in recipients' values by codes of their own. A recipient whose value is no web address is left
 * out.
 * @param after the last position taken
 * @returns the codes to store
 */
export function trackLinks(
  tracked: TrackedVariables,
  recipients: readonly LinkedRecipient[],
  after: number,
  publicUrl: string,
): NewLink[] {
  if (tracked.length === 0) return [];
  return recipients.flatMap((recipient, at) => {
    if (recipient.state !== 'QUEUED') return [];
    const urls = tracked.map(({ variable }) => recipient.values[variable.key] ?? '');
    if (!urls.every(isWebAddress)) {
      recipient.state = 'SKIPPED';
      recipient.reason = 'missing_value';
      return [];
    }
    return tracked.map(({ variable, source }, index): NewLink => {
      const code = newCode();
      const url = urls[index] ?? '';
      recipient.values = {
        ...recipient.values,
        [variable.key]: variable.part === 'button' ? code : `${publicUrl}${linkPath}${code}`,
      };
      // A field's value may say who the recipient is.
      const written = source === undefined ? '' : 'value' in source ? source.value.trim() : nameOf(source);
      const label = variable.part === 'button' ? variable.name : written;
      return { code, n: after + at + 1, variable: variable.key, label: label.slice(0, 200), url };
    });
  });
}

/** A value that differs by recipient, by its field or column. */
function nameOf(source: { field: string } | { column: string }): string {
  return `{{${'field' in source ? source.field : source.column}}}`;
}

function newCode(): string {
  return Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join('');
}
