/** What a start needs of the features: they are loaded while PostgreSQL starts. */
export { buildApp } from '../app.ts';
export { prepareSetup } from '../features/identity/public.ts';
export { requireMediaFolder } from '../features/media/public.ts';
