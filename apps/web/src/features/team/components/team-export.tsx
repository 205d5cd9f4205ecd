import { downloadFile } from '../../../platform/download.ts';
import { ExportMenu } from '../../../ui/export-menu.tsx';
import { useRefusal } from './permissions.tsx';

/** Exports the team; hidden without the permission to export. */
export function TeamExport() {
  const refusal = useRefusal('team.export');
  if (refusal !== null) return null;
  return (
    <ExportMenu
      size="sm"
      save={(format) => downloadFile('GET /api/team/export', { query: { format } }, `team.${format}`)}
    />
  );
}
