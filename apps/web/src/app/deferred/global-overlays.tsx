import { api } from '../../platform/api.ts';
import { sendPendingSignOuts } from '../../platform/pending-sign-outs.ts';
import { deviceStorage } from '../../platform/storage.ts';
import { ToastRegion } from '../../ui/toast-region.tsx';
import { startTooltips } from '../../ui/tooltips.ts';
import { LoadingBar, startLoadingBar } from '../loading-bar-view.tsx';

startLoadingBar();
startTooltips();
const tellOwed = () =>
  sendPendingSignOuts(deviceStorage, (session_id) => api('DELETE /api/auth/token', { body: { session_id } }));
void tellOwed();
window.addEventListener('online', () => void tellOwed());

/** Overlays of every page that are hidden at first: loading bar, toasts, tooltips. */
export function GlobalOverlays() {
  return (
    <>
      <LoadingBar />
      <ToastRegion />
    </>
  );
}
