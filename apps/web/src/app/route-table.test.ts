import { describe, expect, test } from 'vitest';
import { type RouteFacts, routerPath, routeTable } from './route-table.ts';
import type { router } from './router.ts';
import { sectionOf } from './shell/sections.ts';

/** The specification's table: address and, where it names one, the layout. */
const specified: [string, string?][] = [
  ['/', 'none'],
  ['/login', 'auth'],
  ['/login-test', 'auth'],
  ['/login-redirect', 'auth'],
  ['/loggedin', 'auth'],
  ['/loggedin-redirect', 'none'],
  ['/logout'],
  ['/invitations', 'auth'],
  ['/switch-account'],
  ['/team', 'indie'],
  ['/team/add'],
  ['/team/edit/{id}'],
  ['/inbox', 'sidebar'],
  ['/inbox/{thread_id}', 'sidebar'],
  ['/compose', 'sidebar'],
  ['/compose/history'],
  ['/broadcast', 'sidebar'],
  ['/broadcast/history'],
  ['/broadcast/history/{campaign_id}'],
  ['/channels'],
  ['/channels/add'],
  ['/contacts', 'sidebar'],
  ['/contacts/add'],
  ['/contacts/{id}/edit'],
  ['/contacts/import', 'indie'],
  ['/templates', 'sidebar'],
  ['/templates/add'],
  ['/templates/{id}/edit'],
  ['/templates/session'],
  ['/templates/whatsapp'],
  ['/templates/wa-sync'],
  ['/settings'],
  ['/settings/api-keys'],
  ['/settings/business'],
  ['/settings/business/edit'],
  ['/settings/personal'],
  ['/settings/personal/edit'],
  ['/settings/custom-attributes'],
  ['/initial-setup', 'wizard'],
  ['/initial-setup/business-info', 'wizard'],
  ['/initial-setup/referral-source', 'wizard'],
  ['/automations', 'sidebar'],
  ['/integrations'],
  ['/bug-reporting'],
  ['/feature-request'],
  ['/sandbox'],
  ['/reports', 'sidebar'],
];

const rows = Object.entries(routeTable as Record<string, RouteFacts>);

describe('the route table', () => {
  test('has the URLs of the specification', () => {
    expect(rows.map(([path]) => path)).toEqual(expect.arrayContaining(specified.map(([path]) => path)));
  });

  test.each(specified.filter(([, layout]) => layout))('%s has the layout %s', (path, layout) => {
    expect(Object.fromEntries(rows)[path]?.layout).toBe(layout);
  });

  test('opens the listed pages without sign-in, and the landing page', () => {
    const open = rows.filter(([, { entry }]) => entry === 'open').map(([path]) => path);
    expect(open.toSorted()).toEqual(
      [
        '/',
        '/login',
        '/login-redirect',
        '/loggedin',
        '/loggedin-redirect',
        '/initial-setup/business-info',
        '/invitations',
        '/logout',
        '/login-test',
      ].toSorted(),
    );
  });

  test('restricts business settings, API keys and integrations to Admins and Owners', () => {
    const admin = rows.filter(([, { entry }]) => entry === 'admin').map(([path]) => path);
    expect(admin).toEqual([
      '/settings/api-keys',
      '/settings/business',
      '/settings/business/edit',
      '/integrations',
      '/settings/move',
    ]);
  });

  test('gives every page a unique name', () => {
    const titles = rows.map(([, { title }]) => title.message);
    expect(new Set(titles).size).toBe(titles.length);
    expect(Object.fromEntries(rows)['/team']?.title.message).toBe('Team Members');
    expect(Object.fromEntries(rows)['/contacts/import']?.title.message).toBe('Import Contacts');
  });

  test('has parameters in the router’s notation', () => {
    expect(routerPath('/broadcast/history/{campaign_id}')).toBe('/broadcast/history/$campaign_id');
    expect(routerPath('/contacts/{id}/edit')).toBe('/contacts/$id/edit');
  });
});

describe('links', () => {
  test('contain every URL by type, and no other', () => {
    type Known = keyof (typeof router)['routesByPath'];
    const inbox: '/inbox/$thread_id' extends Known ? true : false = true;
    const misspelt: '/inboxx' extends Known ? true : false = false;
    expect([inbox, misspelt]).toEqual([true, false]);
  });
});

describe('sections', () => {
  test('contain the pages below their home too', () => {
    expect(sectionOf('/broadcast/history/{campaign_id}')?.home).toBe('/broadcast');
    expect(sectionOf('/settings/business/edit')?.home).toBe('/settings');
    expect(sectionOf('/inbox')).toBeNull();
  });
});
