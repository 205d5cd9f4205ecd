import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { downloadFile, type FileFormat } from '../../../platform/download.ts';
import { queryOf, type ReportAddress } from './report-address.ts';

/** Figures are read again after this long while the page is open, milliseconds. */
const refreshMs = 120_000;

/** The figures; while others are read, those before stay. */
export function useReport(address: ReportAddress) {
  const query = queryOf(address);
  return useQuery({
    queryKey: ['report', query],
    queryFn: ({ signal }) => api('GET /api/reports', { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });
}

export function downloadReport(address: ReportAddress, format: FileFormat): Promise<void> {
  return downloadFile('GET /api/reports/export', { query: { ...queryOf(address), format } }, `report.${format}`);
}
