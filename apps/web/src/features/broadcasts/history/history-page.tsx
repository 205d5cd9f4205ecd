import { LiveScope, OnlyWith } from '../../team/public.ts';
import { HistoryScreen } from './history-screen.tsx';

/** `/broadcast/history`; the filters stand in the address. */
export function HistoryPage() {
  return (
    <LiveScope>
      <OnlyWith right="broadcasts.use">
        <HistoryScreen />
      </OnlyWith>
    </LiveScope>
  );
}
