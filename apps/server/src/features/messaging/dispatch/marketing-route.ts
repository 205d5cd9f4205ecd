import type { ClaimedTrigger } from '../state/claim-repo.ts';

/** How long a template that this way refused goes the ordinary one: WhatsApp needs up to ten minutes for a new template. */
const restMs = 10 * 60_000;

/** Codes that say that this way does not take the template, and not that the message cannot be sent. */
const refusals: readonly (number | null)[] = [131055, 134100, 134101, 134102];
export const isWayRefused = (code: number | null) => refusals.includes(code);

/**
 * Which messages of an onboarded number go through WhatsApp's Marketing Messages API: templates of the category marketing,
 * except those that it refused lately, which go the ordinary way.
 */
export class MarketingRoute {
  readonly #restUntil = new Map<string, number>();

  takes({ type, marketing, content }: ClaimedTrigger): boolean {
    return type === 'template' && marketing && (this.#restUntil.get(nameOf(content)) ?? 0) <= performance.now();
  }

  refused({ content }: ClaimedTrigger): void {
    const now = performance.now();
    for (const [name, until] of this.#restUntil) if (until <= now) this.#restUntil.delete(name);
    this.#restUntil.set(nameOf(content), now + restMs);
  }
}

function nameOf(content: Record<string, unknown>): string {
  return JSON.stringify([content['name'], content['language']]);
}
