import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { downloadFile, type FileFormat } from '../../../platform/download.ts';
import { queryOf, type ReportAddress } from './report-address.ts';

/** Figures are read again after this long while the page is open, milliseconds. */
const refreshMs = 120_000;

/** The figures; while others are read, those before stay. @param address null: not known yet */
export function useReport(address: ReportAddress | null) {
  const query = address === null ? {} : queryOf(address);
  return useQuery({
    enabled: address !== null,
    queryKey: ['report', query],
    queryFn: ({ signal }) => api('GET /api/reports', { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });
}

export function downloadReport(address: ReportAddress, format: FileFormat): Promise<void> {
  return downloadFile('GET /api/reports/export', { query: { ...queryOf(address), format } }, `report.${format}`);
}

/** The conversations of the period, one in each row. */
export function downloadConversations(address: ReportAddress, format: FileFormat): Promise<void> {
  const query = { ...queryOf(address), format };
  return downloadFile('GET /api/reports/conversations', { query }, `conversations.${format}`);
}
