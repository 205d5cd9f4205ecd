import { LiveScope } from '../../team/public.ts';
import { HistoryScreen } from '../components/history/history-screen.tsx';

/** `/compose/history` */
export function HistoryPage() {
  return (
    <LiveScope>
      <HistoryScreen />
    </LiveScope>
  );
}
