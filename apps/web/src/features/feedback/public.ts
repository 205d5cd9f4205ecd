export { startReportQueue } from './data/report-queue.ts';
