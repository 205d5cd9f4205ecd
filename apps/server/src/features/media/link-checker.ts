import { AppError } from '../../platform/errors.ts';
import { createCallRates } from '../../platform/http/rate-limits.ts';
import { findLinkProblem, type LinkedFile } from './find-link-problem.ts';

/** Looks per second of an account, averaged over ten seconds. */
const looksPerS = 2;
const mostAtOnce = 20;
const wholeMs = 8_000;
/** WhatsApp itself keeps what it fetched for ten minutes. */
const goodForMs = 60_000;
const mostKept = 2_000;

/**
 * Looks at files that a message names by their addresses, all at once and within eight seconds.
 * @returns for each why WhatsApp would not take it, or null
 * @throws AppError too_many_requests
 */
export type LinkChecker = (clientId: string, files: readonly LinkedFile[]) => Promise<(string | null)[]>;

/** @param allowed private `host:port` that the operator allows */
export function createLinkChecker(allowed: readonly string[]): LinkChecker {
  const rates = createCallRates();
  const good = new Map<string, number>();
  const keyOf = (clientId: string, { kind, url }: LinkedFile) => `${clientId} ${kind} ${url}`;

  function keep(key: string): void {
    if (good.size >= mostKept) good.clear();
    good.set(key, performance.now() + goodForMs);
  }

  return async (clientId, files) => {
    const unknown = new Map(
      files
        .map((file) => [keyOf(clientId, file), file] as const)
        .filter(([key]) => (good.get(key) ?? 0) < performance.now()),
    );
    const looked = [...unknown].slice(0, mostAtOnce);
    for (const _look of looked) {
      const retryAfterS = rates.wait(clientId, looksPerS);
      if (retryAfterS > 0) {
        const message = 'Too many files were looked at by their addresses. Try again in a moment.';
        throw new AppError('too_many_requests', { message, retryAfterS });
      }
    }
    const signal = AbortSignal.timeout(wholeMs);
    const problems = new Map(
      await Promise.all(
        looked.map(async ([key, file]) => [key, await findLinkProblem(file, { allowed, signal })] as const),
      ),
    );
    for (const [key, problem] of problems) if (problem === null) keep(key);
    return files.map((file) => problems.get(keyOf(clientId, file)) ?? null);
  };
}
