import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Keyboard shortcuts work once buttons show their keys. */
export async function waitForKeyboard(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Search and commands' })).toHaveAttribute('aria-keyshortcuts', /./);
}

/** The keys of the list of conversations; the inbox has no button of the palette. */
export async function waitForListKeyboard(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Search conversations' })).toHaveAttribute('aria-keyshortcuts', /./);
}

/** The keys of the inbox load after the rest of the keyboard: they work once its own buttons show theirs. */
export async function waitForInboxKeyboard(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Contact' })).toHaveAttribute('aria-keyshortcuts', /./);
}
