import type { ComponentType } from 'react';

/** Loads the code of a page. */
export type ScreenLoader = () => Promise<ComponentType>;
