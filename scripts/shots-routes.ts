import { apiCall } from './api-call.ts';

/** Pages of a visitor. */
export const visitorRoutes = [
  '/',
  '/login',
  '/login?sign_up=1',
  '/login-redirect?error=cancelled',
  '/loggedin?link=made-up',
  '/loggedin-redirect?handoff=made-up',
  '/logout',
  '/invitations?token=made-up',
  '/initial-setup/business-info',
  '/no-such-page',
];

/**
 * Pages of the team, with what opens beside or inside them. Braces name a row of the demo by its kind and name
 * (`{campaign:Open day}`); without a kind a customer, whose conversation is meant.
 */
export const teamRoutes = [
  '/inbox',
  '/inbox?view=overdue',
  '/inbox?view=mentions',
  '/inbox?view=snoozed',
  '/inbox/{Amara Okafor}',
  // The picture of the README (docs/images/inbox.png).
  '/inbox/{Gráinne Ní Bhriain}?view=mine',
  '/inbox/{Maximiliane Freifrau von Hohenstein-Lüders}',
  '/inbox/{ليلى حداد}',
  '/inbox/{Bashir Rahmani}',
  '/inbox/{Wojciech Dąbrowski}',
  '/inbox/{Eleanor Ashworth-Pryce}',
  '/compose',
  '/compose?to=%2B447700900631',
  '/compose/history',
  '/broadcast',
  '/broadcast?id={campaign:Open day}&step=audience',
  '/broadcast?id={campaign:Open day}&step=message',
  '/broadcast?id={campaign:Open day}&step=when',
  '/broadcast?id={campaign:Open day}&step=check',
  '/broadcast/history',
  '/broadcast/history?view=month',
  '/broadcast/history/{campaign:Winter service weeks}',
  '/broadcast/history/{campaign:Spring offer for the newsletter}',
  '/contacts',
  '/contacts?list={list:Newsletter}',
  '/contacts?view=trash',
  '/contacts?contact={contact:Amara Okafor}',
  '/contacts/add',
  '/contacts/{contact:Amara Okafor}/edit',
  '/contacts/import',
  '/contacts/import?tab=history',
  '/templates',
  '/templates/whatsapp',
  '/templates/whatsapp?template={template:order_ready}',
  '/templates/session',
  '/templates/session?reply={reply:Book a service}',
  '/templates/session?new=1',
  '/templates/wa-sync',
  '/templates/add',
  '/templates/{template:order_ready}/edit',
  '/automations',
  '/automations?edit={automation:Book a service}',
  '/automations?edit={automation:Book a service}&view=canvas',
  '/reports',
  '/reports?as=tables',
  '/channels',
  '/channels?channel={channel:Sandbox}',
  '/channels?channel={channel:Sandbox}&tab=hours',
  '/channels/add',
  '/channels/add?way=ids',
  '/sandbox',
  '/integrations',
  '/integrations?show=ai',
  '/team',
  '/team?tab=invitations',
  '/team?tab=requests',
  '/team?tab=groups',
  '/team/add',
  '/team/edit/{member:Omar Haddad}',
  '/settings',
  '/settings/personal',
  '/settings/personal/edit',
  '/settings/business',
  '/settings/business?show=audit',
  '/settings/business/edit',
  '/settings/api-keys',
  '/settings/custom-attributes',
  '/switch-account',
  '/bug-reporting',
  '/bug-reporting?show=all',
  '/feature-request',
  '/initial-setup/referral-source',
  '/initial-setup?step=connect',
  '/initial-setup?step=first-message',
];

type Row = { id?: string; name?: string | null; user_id?: string; channel_label?: string; contact?: { name: string } };

/** Where the rows of a kind are read. */
const sources: Record<string, string> = {
  automation: '/api/automations',
  campaign: '/api/campaigns',
  channel: '/api/channels',
  contact: '/api/contacts?limit=200',
  list: '/api/contact-lists',
  member: '/api/team',
  reply: '/api/session-templates',
  template: '/api/templates?limit=200',
  thread: '/api/threads?limit=200',
};

/**
 * Puts the id of a row in place of what stands in braces.
 * @throws Error when the demo has no such row
 */
export async function resolveRow(url: string, token: string, route: string): Promise<string> {
  const [braces, inside] = /\{(.+)\}/.exec(route) ?? [];
  if (braces === undefined || inside === undefined) return route;
  const [, kind = 'thread', name = ''] = /^(?:([a-z]+):)?(.+)$/.exec(inside) ?? [];
  const source = sources[kind];
  if (source === undefined) throw new Error(`${braces}: kinds are ${Object.keys(sources).join(', ')}.`);
  const answer = await apiCall<Row[] | { data: Row[] }>(url, 'GET', source, undefined, token);
  const rows = Array.isArray(answer) ? answer : answer.data;
  const row = rows.find((one) => (one.contact?.name ?? one.name ?? one.channel_label) === name);
  const id = row?.id ?? row?.user_id;
  if (id === undefined) throw new Error(`The demo has no ${kind} named ${name}.`);
  return route.replace(braces, id);
}
