/** Apart from public.ts, whose code every start loads. */

export { threadsOf } from './data/open-threads.ts';
