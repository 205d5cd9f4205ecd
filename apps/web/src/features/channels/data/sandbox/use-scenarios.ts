import { createSandboxDriver, playScenario, type SandboxCall, ScenarioFailed } from '@parley/contract/play-scenario';
import type { SavedScenario, Scenario } from '@parley/contract/types';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api, callApi } from '../../../../platform/api.ts';
import { ApiError } from '../../../../platform/errors.ts';
import { uuidv7 } from '../../../../platform/id.ts';

/** Timeout of an expected event on the page. */
const patienceMs = 20_000;

/** The progress of a scenario: `at` is the running or the failed step. */
export type Play = { scenario: Scenario; at: number; state: 'running' | 'done' | 'failed'; words: string | null };

const call: SandboxCall = async (key, input) => {
  try {
    return { status: 200, body: await callApi(key, input) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, message, data } = error;
    return { status, body: { error: { message, data } } };
  }
};

/**
 * Runs scenarios in this account's sandbox, one at a time. @param onPhone called when a customer of the scenario gets a
 * phone
 */
export function usePlay(onPhone: (phoneId: string) => void, onEnd: () => void) {
  const [play, setPlay] = useState<Play | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const stop = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setPlay((current) => (current?.state === 'running' ? null : current));
  }, []);
  const start = async (scenario: Scenario) => {
    stop();
    const leaving = new AbortController();
    running.current = leaving;
    const tell = (next: Omit<Play, 'scenario'>) => !leaving.signal.aborted && setPlay({ scenario, ...next });
    try {
      await playScenario(scenario, createSandboxDriver(call, onPhone), {
        timeoutMs: patienceMs,
        pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        onStep: (at) => tell({ at, state: 'running', words: null }),
        signal: leaving.signal,
      });
      tell({ at: scenario.steps.length - 1, state: 'done', words: null });
    } catch (error) {
      const at = error instanceof ScenarioFailed ? error.stepIndex : 0;
      tell({ at, state: 'failed', words: error instanceof Error ? error.message : String(error) });
    } finally {
      if (running.current === leaving) running.current = null;
      onEnd();
    }
  };
  return { play, start: (scenario: Scenario) => void start(scenario), stop };
}

/** Scenarios saved in the account. */
export function useSavedScenarios() {
  const [saved, setSaved] = useState<readonly SavedScenario[] | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    api('GET /api/sandbox/scenarios', {}, { signal: leaving.signal })
      .then(({ data }) => setSaved(data))
      .catch(() => {
        if (!leaving.signal.aborted) setSaved([]);
      });
    return () => leaving.abort();
  }, []);
  return {
    saved,
    /** @throws ApiError, NetworkError */
    keep: async (scenario: Scenario) => {
      const kept = await api('POST /api/sandbox/scenarios', { body: { id: uuidv7(), scenario } });
      setSaved((current) => [kept, ...(current ?? [])]);
    },
    /** @throws ApiError, NetworkError */
    forget: async (id: string) => {
      await api('DELETE /api/sandbox/scenarios/{id}', { params: { id } });
      setSaved((current) => current?.filter((one) => one.id !== id) ?? null);
    },
  };
}
