import { create } from 'zustand';
import { deviceStorage } from './storage.ts';

/** The key `public/early.js` reads before the first paint. */
export const densityKey = 'parley:density';

export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

/** How close rows stand: 72 and 44 px, or 56 and 36 px. */
export const useDensity = create<{ density: Density }>(() => ({ density: readDensity() }));

export function chooseDensity(density: Density): void {
  if (density === 'compact') deviceStorage.set(densityKey, density);
  else deviceStorage.remove(densityKey);
  useDensity.setState({ density });
}

/** Keeps the page in the chosen density, also when another tab changes it. */
export function startDensity(): void {
  const show = ({ density }: { density: Density }) => {
    document.documentElement.dataset.density = density;
  };
  show(useDensity.getState());
  useDensity.subscribe(show);
  window.addEventListener('storage', (event) => {
    if (event.key === densityKey || event.key === null) useDensity.setState({ density: readDensity() });
  });
}

function readDensity(): Density {
  return deviceStorage.get(densityKey) === 'compact' ? 'compact' : 'comfortable';
}
