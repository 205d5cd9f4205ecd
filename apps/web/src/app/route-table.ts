import type { MessageDescriptor } from '@lingui/core';

export type Layout = 'none' | 'indie' | 'auth' | 'wizard' | 'default' | 'sidebar' | 'empty';

/**
 * Who may open a page. `open` needs no sign-in; `member` a user id, a client id and a role; `admin` also the role Owner
 * or Admin.
 */
export type Entry = 'open' | 'member' | 'admin';

export type RouteFacts = { layout: Layout; entry: Entry; title: MessageDescriptor };

/**
 * Every address of the application, in the order of the specification's section 2, then the others. `title` is the page's name: the
 * document title is `<title> · Parley`. Titles are plain descriptors rather than macro calls, so that scripts and
 * browser tests can read this list without a build.
 */
export const routeTable = {
  '/': { layout: 'none', entry: 'open', title: /*i18n*/ { id: 'page.landing', message: 'Welcome' } },
  '/login': { layout: 'auth', entry: 'open', title: /*i18n*/ { id: 'page.login', message: 'Sign in' } },
  '/login-test': { layout: 'auth', entry: 'open', title: /*i18n*/ { id: 'page.login-test', message: 'Test sign-in' } },
  '/login-redirect': {
    layout: 'auth',
    entry: 'open',
    title: /*i18n*/ { id: 'page.login-redirect', message: 'Taking you to sign in' },
  },
  '/loggedin': { layout: 'auth', entry: 'open', title: /*i18n*/ { id: 'page.loggedin', message: 'Signing you in' } },
  '/loggedin-redirect': {
    layout: 'none',
    entry: 'open',
    title: /*i18n*/ { id: 'page.loggedin-redirect', message: 'Back from sign-in' },
  },
  '/logout': { layout: 'auth', entry: 'open', title: /*i18n*/ { id: 'page.logout', message: 'Sign out' } },
  '/invitations': { layout: 'auth', entry: 'open', title: /*i18n*/ { id: 'page.invitations', message: 'Invitations' } },
  '/switch-account': {
    layout: 'auth',
    entry: 'member',
    title: /*i18n*/ { id: 'page.switch-account', message: 'Switch account' },
  },
  '/authorize': {
    layout: 'auth',
    entry: 'member',
    title: /*i18n*/ { id: 'page.authorize', message: 'Connect an application' },
  },
  '/team': { layout: 'indie', entry: 'member', title: /*i18n*/ { id: 'page.team', message: 'Team Members' } },
  '/team/add': {
    layout: 'indie',
    entry: 'member',
    title: /*i18n*/ { id: 'page.team-add', message: 'Add team member' },
  },
  '/team/edit/{id}': {
    layout: 'indie',
    entry: 'member',
    title: /*i18n*/ { id: 'page.team-edit', message: 'Edit team member' },
  },
  '/inbox': { layout: 'sidebar', entry: 'member', title: /*i18n*/ { id: 'page.inbox', message: 'Inbox' } },
  '/inbox/{thread_id}': {
    layout: 'sidebar',
    entry: 'member',
    title: /*i18n*/ { id: 'page.thread', message: 'Conversation' },
  },
  '/compose': { layout: 'sidebar', entry: 'member', title: /*i18n*/ { id: 'page.compose', message: 'Compose' } },
  '/compose/history': {
    layout: 'sidebar',
    entry: 'member',
    title: /*i18n*/ { id: 'page.compose-history', message: 'Compose history' },
  },
  '/broadcast': { layout: 'sidebar', entry: 'member', title: /*i18n*/ { id: 'page.broadcast', message: 'Broadcast' } },
  '/broadcast/history': {
    layout: 'sidebar',
    entry: 'member',
    title: /*i18n*/ { id: 'page.broadcast-history', message: 'Broadcast history' },
  },
  '/broadcast/history/{campaign_id}': {
    layout: 'sidebar',
    entry: 'member',
    title: /*i18n*/ { id: 'page.campaign', message: 'Campaign' },
  },
  '/channels': { layout: 'default', entry: 'member', title: /*i18n*/ { id: 'page.channels', message: 'Channels' } },
  '/channels/add': {
    layout: 'indie',
    entry: 'member',
    title: /*i18n*/ { id: 'page.channels-add', message: 'Add channel' },
  },
  '/contacts': { layout: 'sidebar', entry: 'member', title: /*i18n*/ { id: 'page.contacts', message: 'Contacts' } },
  '/contacts/add': {
    layout: 'sidebar',
    entry: 'member',
    title: /*i18n*/ { id: 'page.contacts-add', message: 'Add contact' },
  },
  '/contacts/{id}/edit': {
    layout: 'sidebar',
    entry: 'member',
    title: /*i18n*/ { id: 'page.contacts-edit', message: 'Edit contact' },
  },
  '/contacts/import': {
    layout: 'indie',
    entry: 'member',
    title: /*i18n*/ { id: 'page.contacts-import', message: 'Import Contacts' },
  },
  '/templates': {
    layout: 'sidebar',
    entry: 'member',
    title: /*i18n*/ { id: 'page.templates', message: 'Message Templates' },
  },
  '/templates/add': {
    layout: 'indie',
    entry: 'member',
    title: /*i18n*/ { id: 'page.templates-add', message: 'Add template' },
  },
  '/templates/{id}/edit': {
    layout: 'indie',
    entry: 'member',
    title: /*i18n*/ { id: 'page.templates-edit', message: 'Edit template' },
  },
  '/templates/session': {
    layout: 'sidebar',
    entry: 'member',
    title: /*i18n*/ { id: 'page.templates-session', message: 'Session templates' },
  },
  '/templates/whatsapp': {
    layout: 'sidebar',
    entry: 'member',
    title: /*i18n*/ { id: 'page.templates-whatsapp', message: 'WhatsApp templates' },
  },
  '/templates/wa-sync': {
    layout: 'sidebar',
    entry: 'member',
    title: /*i18n*/ { id: 'page.templates-sync', message: 'WhatsApp template sync' },
  },
  '/settings': { layout: 'default', entry: 'member', title: /*i18n*/ { id: 'page.settings', message: 'Settings' } },
  '/settings/api-keys': {
    layout: 'default',
    entry: 'admin',
    title: /*i18n*/ { id: 'page.api-keys', message: 'API keys' },
  },
  '/settings/business': {
    layout: 'default',
    entry: 'admin',
    title: /*i18n*/ { id: 'page.business', message: 'Business settings' },
  },
  '/settings/business/edit': {
    layout: 'default',
    entry: 'admin',
    title: /*i18n*/ { id: 'page.business-edit', message: 'Edit business settings' },
  },
  '/settings/personal': {
    layout: 'default',
    entry: 'member',
    title: /*i18n*/ { id: 'page.personal', message: 'Personal settings' },
  },
  '/settings/personal/edit': {
    layout: 'default',
    entry: 'member',
    title: /*i18n*/ { id: 'page.personal-edit', message: 'Edit personal settings' },
  },
  '/settings/custom-attributes': {
    layout: 'default',
    entry: 'member',
    title: /*i18n*/ { id: 'page.custom-attributes', message: 'Custom attributes' },
  },
  '/initial-setup': {
    layout: 'wizard',
    entry: 'member',
    title: /*i18n*/ { id: 'page.initial-setup', message: 'Set up your account' },
  },
  '/initial-setup/business-info': {
    layout: 'wizard',
    entry: 'open',
    title: /*i18n*/ { id: 'page.business-info', message: 'About your business' },
  },
  '/initial-setup/referral-source': {
    layout: 'wizard',
    entry: 'member',
    title: /*i18n*/ { id: 'page.referral-source', message: 'How you found us' },
  },
  '/automations': {
    layout: 'sidebar',
    entry: 'member',
    title: /*i18n*/ { id: 'page.automations', message: 'Automations' },
  },
  '/integrations': {
    layout: 'default',
    entry: 'admin',
    title: /*i18n*/ { id: 'page.integrations', message: 'Integrations' },
  },
  '/bug-reporting': {
    layout: 'default',
    entry: 'member',
    title: /*i18n*/ { id: 'page.bug-reporting', message: 'Report a bug' },
  },
  '/feature-request': {
    layout: 'default',
    entry: 'member',
    title: /*i18n*/ { id: 'page.feature-request', message: 'Feature request' },
  },
  '/sandbox': { layout: 'sidebar', entry: 'member', title: /*i18n*/ { id: 'page.sandbox', message: 'Sandbox' } },
  '/settings/move': { layout: 'indie', entry: 'admin', title: /*i18n*/ { id: 'page.move', message: 'Move to Parley' } },
  '/reports': { layout: 'sidebar', entry: 'member', title: /*i18n*/ { id: 'page.reports', message: 'Reports' } },
} as const satisfies Record<string, RouteFacts>;

/** An address in the specification's notation, parameters in braces. */
export type RoutePath = keyof typeof routeTable;

/** The same address in the router's notation, parameters with a dollar sign. */
export type RouterPath<P extends string> = P extends `${infer Before}{${infer Name}}${infer After}`
  ? `${Before}$${Name}${RouterPath<After>}`
  : P;

export function routerPath<P extends RoutePath>(path: P): RouterPath<P> {
  return path.replace(/\{(\w+)\}/g, '$$$1') as RouterPath<P>;
}
