import { LiveScope, RequirePermission } from '../../team/public.ts';
import { HistoryScreen } from '../components/history/history-screen.tsx';

/** `/broadcast/history`; the filters are in the URL. */
export function HistoryPage() {
  return (
    <LiveScope>
      <RequirePermission right="broadcasts.use">
        <HistoryScreen />
      </RequirePermission>
    </LiveScope>
  );
}
