export { countryOf, sampleNumber } from './countries.ts';
export { type RateFinder, rateFinder } from './rate-finder.ts';
export { findRates } from './rates-repo.ts';
export { replyCostOf } from './reply-cost.ts';
export { seesSpend } from './sees-spend.ts';
export type { Volume } from './volumes.ts';
export { listVolumes } from './volumes-query.ts';
