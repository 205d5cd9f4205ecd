import type { ConnectStep } from '../../data/meta-pages.ts';

/** Something on a drawn page of Meta's console. Its texts are Meta's own, so they are not translated. */
export type DrawnPart =
  | { kind: 'title' | 'text' | 'quiet'; x: number; y: number; text: string }
  | { kind: 'field'; y: number; caption: string; text: string; isTarget?: boolean }
  | { kind: 'button'; x: number; y: number; width: number; text: string }
  | { kind: 'switch'; y: number; text: string }
  | { kind: 'mark'; x: number; y: number; number: number };

export type Drawing = { site: string; menu: readonly string[]; here: string; parts: readonly DrawnPart[] };

const app = ['Dashboard', 'App settings', 'Basic', 'WhatsApp', 'API Setup', 'Configuration'];

/** What a step needs on Meta's page; the numbers are those of the instructions beside it. */
export const drawings: Record<ConnectStep, Drawing> = {
  app: {
    site: 'Meta for Developers',
    menu: ['All Apps', 'Required actions', 'Archived'],
    here: 'All Apps',
    parts: [
      { kind: 'title', x: 108, y: 52, text: 'Apps' },
      { kind: 'button', x: 226, y: 38, width: 88, text: 'Create App' },
      { kind: 'mark', x: 212, y: 50, number: 1 },
      { kind: 'field', y: 82, caption: 'Use case', text: 'Connect with customers…', isTarget: true },
      { kind: 'mark', x: 314, y: 82, number: 2 },
      { kind: 'field', y: 132, caption: 'Business portfolio', text: 'Kestrel Cycles' },
      { kind: 'quiet', x: 108, y: 184, text: 'App ID' },
      { kind: 'text', x: 150, y: 184, text: '1048220177361234' },
      { kind: 'mark', x: 256, y: 181, number: 3 },
    ],
  },
  token: {
    site: 'Business settings',
    menu: ['Users', 'People', 'System users', 'Accounts', 'Apps', 'WhatsApp accounts'],
    here: 'System users',
    parts: [
      { kind: 'title', x: 108, y: 52, text: 'System users' },
      { kind: 'button', x: 246, y: 38, width: 68, text: 'Add' },
      { kind: 'mark', x: 232, y: 50, number: 1 },
      { kind: 'text', x: 108, y: 84, text: 'Parley' },
      { kind: 'quiet', x: 108, y: 100, text: 'Admin' },
      { kind: 'button', x: 108, y: 116, width: 96, text: 'Assign assets' },
      { kind: 'mark', x: 116, y: 116, number: 2 },
      { kind: 'button', x: 214, y: 116, width: 100, text: 'Generate token' },
      { kind: 'mark', x: 312, y: 116, number: 3 },
      { kind: 'quiet', x: 108, y: 164, text: 'whatsapp_business_management' },
      { kind: 'quiet', x: 108, y: 184, text: 'whatsapp_business_messaging' },
      { kind: 'mark', x: 282, y: 170, number: 4 },
    ],
  },
  ids: {
    site: 'Kestrel Messaging',
    menu: app,
    here: 'API Setup',
    parts: [
      { kind: 'title', x: 108, y: 52, text: 'API Setup' },
      { kind: 'field', y: 82, caption: 'From', text: '+44 20 7946 0118', isTarget: true },
      { kind: 'mark', x: 314, y: 82, number: 1 },
      { kind: 'quiet', x: 108, y: 134, text: 'Phone number ID' },
      { kind: 'text', x: 108, y: 150, text: '108842117390552' },
      { kind: 'mark', x: 206, y: 147, number: 2 },
      { kind: 'quiet', x: 108, y: 178, text: 'WhatsApp Business Account ID' },
      { kind: 'text', x: 108, y: 194, text: '102290129340398' },
      { kind: 'mark', x: 206, y: 191, number: 3 },
    ],
  },
  secret: {
    site: 'Kestrel Messaging',
    menu: app,
    here: 'Basic',
    parts: [
      { kind: 'title', x: 108, y: 52, text: 'Basic settings' },
      { kind: 'field', y: 82, caption: 'App ID', text: '1048220177361234' },
      { kind: 'field', y: 132, caption: 'App secret', text: '••••••••••', isTarget: true },
      { kind: 'button', x: 258, y: 132, width: 56, text: 'Show' },
      { kind: 'mark', x: 314, y: 132, number: 1 },
    ],
  },
  callback: {
    site: 'Kestrel Messaging',
    menu: app,
    here: 'Configuration',
    parts: [
      { kind: 'title', x: 108, y: 52, text: 'Webhook' },
      { kind: 'field', y: 82, caption: 'Callback URL', text: 'https://…/webhooks/whatsapp/…', isTarget: true },
      { kind: 'mark', x: 314, y: 82, number: 1 },
      { kind: 'field', y: 132, caption: 'Verify token', text: '5fd108ba93e2…', isTarget: true },
      { kind: 'mark', x: 314, y: 132, number: 2 },
      { kind: 'button', x: 226, y: 168, width: 88, text: 'Verify and save' },
      { kind: 'mark', x: 212, y: 180, number: 3 },
      { kind: 'switch', y: 213, text: 'messages' },
      { kind: 'mark', x: 276, y: 219, number: 4 },
    ],
  },
};
