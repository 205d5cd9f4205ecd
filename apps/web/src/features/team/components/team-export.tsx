import { useLingui } from '@lingui/react/macro';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { downloadFile } from '../../../platform/download.ts';
import { Button } from '../../../ui/button.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { useServerWords } from '../../../ui/request-words.ts';
import { toast } from '../../../ui/toast.ts';
import { useRefusal } from '../rights.tsx';

/** The team as a table to keep; not there for those who may not export. */
export function TeamExport() {
  const { t } = useLingui();
  const serverWords = useServerWords();
  const refusal = useRefusal('team.export');
  const [busy, setBusy] = useState(false);
  if (refusal !== null) return null;
  const save = async () => {
    setBusy(true);
    try {
      await downloadFile('GET /api/team/export', {}, 'team.csv');
    } catch (error) {
      toast({ message: serverWords(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="sm" busy={busy} onClick={() => void save()}>
      <IconDownload {...smallIcon} />
      {t`Export CSV`}
    </Button>
  );
}
