import { page } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { rating, ratingQuery } from './schema.ts';

export const ratingRoutes = defineRoutes({
  'GET /api/ratings': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Ratings that customers gave, newest first.',
    query: ratingQuery,
    responses: { 200: page(rating) },
  },
});
