import type { Scenario } from '@parley/contract/types';

const mark = '#scenario=';
/** Longer addresses are cut off by some programs on their way. */
const longestLink = 30_000;

/** An address that brings a scenario along, behind the `#`, where no server sees it; null when it would be too long. */
export function linkOf(scenario: Scenario, page: string): string | null {
  const bytes = new TextEncoder().encode(JSON.stringify(scenario));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const link = `${page}${mark}${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
  return link.length > longestLink ? null : link;
}

/** The scenario an address brings along; null without one, and for one that cannot be read. */
export function scenarioIn(hash: string): Scenario | null {
  if (!hash.startsWith(mark)) return null;
  try {
    const text = atob(hash.slice(mark.length).replaceAll('-', '+').replaceAll('_', '/'));
    return readScenario(new TextDecoder().decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0))));
  } catch {
    // Cut off or made by hand: as good as none.
    return null;
  }
}

/** A scenario from a file or link; the server looks at it whole when it is kept or played. Null: it is none. */
export function readScenario(text: string): Scenario | null {
  try {
    const read = JSON.parse(text) as Partial<Scenario> | null;
    if (typeof read?.name !== 'string' || !Array.isArray(read.steps) || read.steps.length === 0) return null;
    if (!read.steps.every((step) => typeof step?.do === 'string')) return null;
    return { name: read.name, about: typeof read.about === 'string' ? read.about : '', steps: read.steps };
  } catch {
    // No JSON: no scenario.
    return null;
  }
}
