import { LiveScope, RequirePermission } from '../../team/public.ts';
import { SyncScreen } from '../components/sync-screen.tsx';

/** `/templates/wa-sync` */
export function SyncPage() {
  return (
    <LiveScope>
      <RequirePermission right="templates.view">
        <SyncScreen />
      </RequirePermission>
    </LiveScope>
  );
}
