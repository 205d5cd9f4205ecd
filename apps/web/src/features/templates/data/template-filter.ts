import type { Template } from '@parley/contract/types';
import { bodyOf } from './offered-templates.ts';
import { headerOf } from './template-parts.ts';

/** Filters of the list, in its URL. */
export type TemplateFilter = {
  search: string;
  status: string | null;
  category: string | null;
  language: string | null;
  quality: string | null;
  header: string | null;
  waba: string | null;
  trash: boolean;
};

export const noFilter: TemplateFilter = {
  search: '',
  status: null,
  category: null,
  language: null,
  quality: null,
  header: null,
  waba: null,
  trash: false,
};

export function readFilter(words: Record<string, unknown>): TemplateFilter {
  const text = (name: string) => {
    const value = words[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  return {
    search: text('q'),
    status: text('status').toUpperCase() || null,
    category: text('category').toUpperCase() || null,
    language: text('language') || null,
    quality: text('quality').toUpperCase() || null,
    header: text('header').toUpperCase() || null,
    waba: text('account') || null,
    trash: text('trash') === '1',
  };
}

export function writeFilter({ search, status, category, language, quality, header, waba, trash }: TemplateFilter) {
  return {
    ...(search !== '' && { q: search }),
    ...(status !== null && { status: status.toLowerCase() }),
    ...(category !== null && { category: category.toLowerCase() }),
    ...(language !== null && { language }),
    ...(quality !== null && { quality: quality.toLowerCase() }),
    ...(header !== null && { header: header.toLowerCase() }),
    ...(waba !== null && { account: waba }),
    ...(trash && { trash: '1' }),
  };
}

export function isFiltered({ trash: _trash, ...filter }: TemplateFilter): boolean {
  return Object.values(filter).some((value) => value !== null && value !== '');
}

/** The templates that match; every word must be in name, language or text. */
export function filterTemplates(templates: readonly Template[], filter: TemplateFilter): Template[] {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
  return templates.filter((template) => {
    const { status, category, language, waba_id: waba } = template;
    if (filter.status !== null && status !== filter.status) return false;
    if (filter.category !== null && category !== filter.category) return false;
    if (filter.language !== null && language !== filter.language) return false;
    if (filter.quality !== null && template.quality !== filter.quality) return false;
    if (filter.header !== null && headerOf(template) !== filter.header) return false;
    if (filter.waba !== null && waba !== filter.waba) return false;
    if (words.length === 0) return true;
    const text = `${template.name} ${language} ${bodyOf(template.components)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
