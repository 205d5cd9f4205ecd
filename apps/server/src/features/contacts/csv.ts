export { csvCell, csvLine } from '../../platform/http/csv.ts';
