import type { Template } from '@parley/contract/types';

type Part = Record<string, unknown>;

/** The format of the header: TEXT, IMAGE, …; NONE without one. */
export function headerOf({ components }: Pick<Template, 'components'>): string {
  const header = components?.find(({ type }) => String(type).toUpperCase() === 'HEADER');
  return header === undefined ? 'NONE' : String(header['format'] ?? 'TEXT').toUpperCase();
}

/** What the buttons say, in order. */
export function buttonTitles(components: Template['components']): string[] {
  const part = components?.find(({ type }) => String(type).toUpperCase() === 'BUTTONS');
  const buttons: unknown = part?.['buttons'];
  if (!Array.isArray(buttons)) return [];
  return buttons.flatMap((button: Part | null) => (typeof button?.['text'] === 'string' ? [button['text']] : []));
}
