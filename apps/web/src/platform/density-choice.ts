import { deviceStorage } from './storage.ts';
import { createStore } from './store.ts';

/** The key `public/early.js` reads before the first paint. */
export const densityKey = 'parley:density';

export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

/** The height of rows: 72 and 44 px, or 56 and 36 px. */
export const useDensity = createStore({ density: readDensity() });

export function applyDensity(density: Density): void {
  if (density === 'compact') deviceStorage.set(densityKey, density);
  else deviceStorage.remove(densityKey);
  useDensity.set({ density });
}

/** Applies the chosen density to the page, also when another tab changes it. */
export function startDensity(): void {
  const show = () => {
    document.documentElement.dataset.density = useDensity.get().density;
  };
  show();
  useDensity.subscribe(show);
  window.addEventListener('storage', (event) => {
    if (event.key === densityKey || event.key === null) useDensity.set({ density: readDensity() });
  });
}

function readDensity(): Density {
  return deviceStorage.get(densityKey) === 'compact' ? 'compact' : 'comfortable';
}
