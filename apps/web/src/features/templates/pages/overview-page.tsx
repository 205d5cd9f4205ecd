import { LiveScope, RequirePermission } from '../../team/public.ts';
import { Overview } from '../components/overview.tsx';

/** `/templates` */
export function OverviewPage() {
  return (
    <LiveScope>
      <RequirePermission right="templates.view">
        <Overview />
      </RequirePermission>
    </LiveScope>
  );
}
