import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** The keyboard is listened to once the page stands: only then do buttons print keys. */
export async function keysWork(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Search and commands' })).toHaveAttribute('aria-keyshortcuts', /./);
}
