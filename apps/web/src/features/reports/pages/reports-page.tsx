import { LiveScope, RequirePermission } from '../../team/public.ts';
import { ReportsScreen } from '../components/reports-screen.tsx';

/** `/reports`; period, filters and the choice of charts or tables are in the URL. */
export function ReportsPage() {
  return (
    <LiveScope>
      <RequirePermission right="inbox.use">
        <ReportsScreen />
      </RequirePermission>
    </LiveScope>
  );
}
