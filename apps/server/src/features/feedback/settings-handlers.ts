import { isAtLeast } from '@parley/contract/permissions';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { confirmEmail, sendEmailCode } from './confirm-email.ts';
import { changeSettings, presentSettings } from './settings.ts';
import { getFeedbackSettings } from './settings-repo.ts';

/** Where bug reports go. */
export function feedbackSettingsHandlers(platform: Platform): Handlers {
  return {
    'GET /api/feedback-settings': async ({ actor }) => {
      const row = await platform.db.withTenant(actor.clientId, getFeedbackSettings, { readOnly: true });
      return { status: 200, body: presentSettings(platform, row, isAtLeast(actor.role, 'Admin')) };
    },
    'PUT /api/feedback-settings': async (call, { body }) => {
      const { row, secret } = await changeSettings(platform, call, body);
      return { status: 200, body: { ...presentSettings(platform, row, true), webhook_secret: secret } };
    },
    'POST /api/feedback-settings/send-code': async (call) => {
      await sendEmailCode(platform, call);
      return { status: 204, body: undefined };
    },
    'POST /api/feedback-settings/confirm-email': async (call, { body }) => {
      const row = await confirmEmail(platform, call, body.code);
      return { status: 200, body: presentSettings(platform, row, true) };
    },
  };
}
