import { ToastRegion } from '../ui/toast-region.tsx';
import { startTooltips } from '../ui/tooltips.ts';
import { LoadingBar, startLoadingBar } from './loading-bar-view.tsx';

startLoadingBar();
startTooltips();

/** What every page has and none shows at first: the loading bar, toasts, tooltips. */
export function Late() {
  return (
    <>
      <LoadingBar />
      <ToastRegion />
    </>
  );
}
