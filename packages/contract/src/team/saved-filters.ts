import { z } from 'zod';
import { nameKey } from '../core/names.ts';
import { nameOf } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';

/** Tables whose filters a member can save: `/broadcast/history` and `/compose/history`. */
export const savedFilterPages = ['broadcasts', 'sent_messages'] as const;

const savedFilter = z.strictObject({
  name: nameOf(40),
  /** The filters as the page has them in its address. */
  filter: z
    .record(z.string().max(40), z.string().max(200))
    .refine((filter) => Object.keys(filter).length <= 20, 'At most 20 filters.'),
});
export type SavedFilter = z.output<typeof savedFilter>;

const list = z
  .array(savedFilter)
  .max(30, 'At most 30 saved filters.')
  .refine(
    (filters) => new Set(filters.map(({ name }) => nameKey(name))).size === filters.length,
    'Another saved filter has this name.',
  );
const page = z.enum(savedFilterPages);
const filters = z.strictObject({ filters: z.array(savedFilter) });

// They belong to members: API keys have none.
export const savedFilterRoutes = defineRoutes({
  'GET /api/saved-filters': {
    access: 'User',
    summary: 'The caller’s saved filters of a table, by name.',
    query: z.strictObject({ page: page.default('broadcasts') }),
    responses: { 200: filters },
  },
  'PUT /api/saved-filters': {
    access: 'User',
    summary: 'Replaces the caller’s saved filters of a table.',
    body: z.strictObject({ page, filters: list }),
    responses: { 200: filters },
  },
});
