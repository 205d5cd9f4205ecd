import { createStore } from '../../../platform/store.ts';
import { whenIdle } from '../../../platform/when-idle.ts';

type PlainText = (text: string) => string;

/** Until the parser is loaded, marks stay as typed. */
const asTyped: PlainText = (text) => text.replace(/\s+/g, ' ').trim();
const useParsed = createStore<PlainText>(asTyped);
let isLoading = false;

/**
 * The text of a message in one line, without WhatsApp's marks. The parser is not part of the first paint: the list is
 * readable without it.
 */
export function usePlainText(): PlainText {
  if (!isLoading) void load();
  return useParsed();
}

async function load(): Promise<void> {
  isLoading = true;
  await whenIdle();
  try {
    useParsed.set((await import('@parley/contract/whatsapp-text')).plainTextOf);
  } catch {
    // The next rendering tries again.
    isLoading = false;
  }
}
