import type { Scenario } from '@parley/contract/types';

const mark = '#scenario=';
/** Some programs cut off longer URLs. */
const longestLink = 30_000;

/** A URL with a scenario in its fragment, which no server sees; null when it would be too long. */
export function linkOf(scenario: Scenario, page: string): string | null {
  const bytes = new TextEncoder().encode(JSON.stringify(scenario));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const link = `${page}${mark}${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
  return link.length > longestLink ? null : link;
}

/** The scenario in a URL; null when there is none or it is invalid. */
export function scenarioIn(hash: string): Scenario | null {
  if (!hash.startsWith(mark)) return null;
  try {
    const text = atob(hash.slice(mark.length).replaceAll('-', '+').replaceAll('_', '/'));
    return readScenario(new TextDecoder().decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0))));
  } catch {
    // Cut off or edited by hand: treated as none.
    return null;
  }
}

/** A scenario from a file or link; the server validates it when it is saved or run. Null: it is none. */
export function readScenario(text: string): Scenario | null {
  try {
    const read = JSON.parse(text) as Partial<Scenario> | null;
    if (typeof read?.name !== 'string' || !Array.isArray(read.steps) || read.steps.length === 0) return null;
    if (!read.steps.every((step) => typeof step?.do === 'string')) return null;
    return { name: read.name, about: typeof read.about === 'string' ? read.about : '', steps: read.steps };
  } catch {
    // Invalid JSON: no scenario.
    return null;
  }
}
