let prompt: (() => Promise<boolean>) | null = null;
let asking: Promise<boolean> | null = null;

/** Registers the identity dialog. @returns unregisters it */
export function setIdentityPrompt(next: () => Promise<boolean>): () => void {
  prompt = next;
  return () => {
    if (prompt === next) prompt = null;
  };
}

/** Asks users to confirm who they are; calls at once share one dialog. @returns whether they did */
export function confirmIdentity(): Promise<boolean> {
  if (prompt === null) return Promise.resolve(false);
  asking ??= prompt().finally(() => {
    asking = null;
  });
  return asking;
}
