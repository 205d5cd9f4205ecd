import { deviceStorage } from '../../../platform/storage.ts';
import { createStore } from '../../../platform/store.ts';

export type FlowView = 'list' | 'canvas';

const viewKey = 'parley:automation-view';
const tryKey = 'parley:automation-try';

/** How this device shows flows, and whether the conversation to try them is beside them. */
export const useViewChoice = createStore({
  view: deviceStorage.get(viewKey) === 'canvas' ? ('canvas' as FlowView) : ('list' as FlowView),
  tries: deviceStorage.get(tryKey) !== 'closed',
});

export function chooseView(view: FlowView): void {
  if (view === 'canvas') deviceStorage.set(viewKey, view);
  else deviceStorage.remove(viewKey);
  useViewChoice.set({ ...useViewChoice.get(), view });
}

export function chooseTries(tries: boolean): void {
  if (tries) deviceStorage.remove(tryKey);
  else deviceStorage.set(tryKey, 'closed');
  useViewChoice.set({ ...useViewChoice.get(), tries });
}
