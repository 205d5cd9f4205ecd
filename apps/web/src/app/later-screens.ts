import { assistantsScreens } from '../features/assistants/screens.ts';
import { automationsScreens } from '../features/automations/screens.ts';
import { broadcastsScreens } from '../features/broadcasts/screens.ts';
import { channelsScreens } from '../features/channels/screens.ts';
import { composeScreens } from '../features/compose/screens.ts';
import { contactsScreens } from '../features/contacts/screens.ts';
import { feedbackScreens } from '../features/feedback/screens.ts';
import { historyScreens } from '../features/history/screens.ts';
import { reportsScreens } from '../features/reports/screens.ts';
import { settingsScreens } from '../features/settings/screens.ts';
import { teamScreens } from '../features/team/screens.ts';
import { templatesScreens } from '../features/templates/screens.ts';
import { webhooksScreens } from '../features/webhooks/screens.ts';
import type { ScreenLoader } from '../platform/screen.ts';
import type { LaterPath } from './start-screens.ts';

const templatePreview = async () => (await import('../features/inbox/public.ts')).TemplatePreview;

/** The screens that no first visit begins with, one line per feature, sorted: their code is listed outside the entry. */
export const laterScreens: Record<LaterPath, ScreenLoader> = {
  ...assistantsScreens,
  ...automationsScreens(templatePreview),
  ...broadcastsScreens,
  ...channelsScreens,
  ...composeScreens,
  ...contactsScreens,
  ...feedbackScreens,
  ...historyScreens,
  ...reportsScreens,
  ...settingsScreens,
  ...teamScreens,
  ...templatesScreens(templatePreview),
  ...webhooksScreens,
};
