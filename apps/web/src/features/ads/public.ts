export { useAds } from './data/use-ads.ts';
