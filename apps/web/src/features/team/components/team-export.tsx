import { useLingui } from '@lingui/react/macro';
import { IconDownload } from '@tabler/icons-react';
import { downloadFile } from '../../../platform/download.ts';
import { Button } from '../../../ui/button.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { useAction } from '../../../ui/use-action.ts';
import { useRefusal } from './permissions.tsx';

/** Exports the team as CSV; hidden without the permission to export. */
export function TeamExport() {
  const { t } = useLingui();
  const refusal = useRefusal('team.export');
  const { busy, run } = useAction();
  if (refusal !== null) return null;
  const save = () => run(() => downloadFile('GET /api/team/export', {}, 'team.csv'));
  return (
    <Button size="sm" busy={busy} onClick={() => void save()}>
      <IconDownload {...smallIcon} />
      {t`Export CSV`}
    </Button>
  );
}
