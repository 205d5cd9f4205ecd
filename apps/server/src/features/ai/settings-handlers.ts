import { AppError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { exampleRequests } from './examples.ts';
import { changeAiSettings, disconnectAi, presentSettings, testAi } from './settings.ts';
import { findSettings } from './settings-repo.ts';
import { readUsage } from './usage-query.ts';

/** The AI provider of an account, for Admins. */
export function aiSettingsHandlers(platform: Platform, signal: AbortSignal): Handlers {
  const { withTenant } = platform.db;
  return {
    'GET /api/ai/settings': async ({ actor }) => {
      const row = await withTenant(actor.clientId, findSettings, { readOnly: true });
      return { status: 200, body: { settings: row === null ? null : presentSettings(row) } };
    },
    'PUT /api/ai/settings': async (call, { body }) => ({
      status: 200,
      body: { settings: presentSettings(await changeAiSettings(platform, call, body)) },
    }),
    'DELETE /api/ai/settings': async (call) => {
      await disconnectAi(platform, call);
      return { status: 204, body: undefined };
    },
    'POST /api/ai/settings/test': async (call) => ({ status: 200, body: await testAi(platform, call, signal) }),
    'GET /api/ai/usage': async ({ actor }) => {
      const body = await withTenant(
        actor.clientId,
        async (tx) => ({
          ...(await readUsage(tx)),
          monthly_tokens: (await findSettings(tx))?.monthly_tokens ?? 0,
        }),
        { readOnly: true },
      );
      return { status: 200, body };
    },
    'GET /api/ai/examples': async ({ actor }, { query }) => {
      const settings = await withTenant(actor.clientId, findSettings, { readOnly: true });
      if (settings === null) throw new AppError('ai_off', { message: 'No AI provider is connected.' });
      const includes = query.includes_names === undefined ? settings.includes_names : query.includes_names === 'true';
      return { status: 200, body: { data: exampleRequests(settings, includes) } };
    },
  };
}
