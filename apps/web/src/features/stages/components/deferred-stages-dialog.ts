import { lazyComponent } from '../../../platform/lazy-component.tsx';

export const StagesDialog = lazyComponent(() => import('./stages-dialog.tsx').then((module) => module.StagesDialog));
