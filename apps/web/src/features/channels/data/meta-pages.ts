/** The steps of connecting a number by its ids, each with a page of Meta's console. */
export const connectSteps = ['app', 'token', 'ids', 'secret', 'callback'] as const;

export type ConnectStep = (typeof connectSteps)[number];

/** The numbers of a business’s WhatsApp accounts, with their two-step verification. */
export const whatsAppManagerNumbers = 'https://business.facebook.com/latest/whatsapp_manager/phone_numbers';

const apps = 'https://developers.facebook.com/apps/';

/** Addresses of Meta's pages. Pages of an app need its id; without it they lead to the list of apps. */
export function metaPages(appId: string): Record<ConnectStep, string> {
  const id = appId.trim();
  const inApp = (page: string) => (/^\d{5,20}$/.test(id) ? `${apps}${id}/${page}/` : apps);
  return {
    app: `${apps}creation/`,
    token: 'https://business.facebook.com/latest/settings/system_users',
    ids: inApp('whatsapp-business/wa-dev-console'),
    secret: inApp('settings/basic'),
    callback: inApp('whatsapp-business/wa-settings'),
  };
}
