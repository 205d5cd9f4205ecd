import { z } from 'zod';
import { id, page, pageQuery, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { checkedMethod, notification, notificationSettings, pushDevice, registerDeviceBody } from './schema.ts';

const unread = z.strictObject({ unread: z.number().int() });

export const notificationRoutes = defineRoutes({
  'GET /api/notifications': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Notifications of the member who asks, newest first, with the number of unread ones.',
    query: pageQuery.extend({ only: z.enum(['all', 'mentions', 'unread']).default('all') }),
    responses: { 200: page(notification).extend({ unread: z.number().int() }) },
  },
  'POST /api/notifications/read': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Mark notifications as read: of one conversation, broadcast or automation, or all.',
    body: z.strictObject({ thread_id: id.optional(), campaign_id: id.optional(), automation_id: id.optional() }),
    responses: { 200: unread },
  },
  'GET /api/notification-settings': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Rules, quiet hours and sound of the member who asks.',
    responses: { 200: notificationSettings },
  },
  'PUT /api/notification-settings': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Replace the rules, quiet hours and sound of the member who asks.',
    body: notificationSettings,
    responses: { 200: notificationSettings },
  },
  'GET /api/push-devices': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Browsers of the member who asks that receive push notifications.',
    responses: { 200: z.strictObject({ data: z.array(pushDevice), next_cursor: z.null() }) },
  },
  'POST /api/push-devices': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Register the push subscription of a browser for this session. The same endpoint again replaces it.',
    body: registerDeviceBody,
    responses: { 200: pushDevice },
  },
  'DELETE /api/push-devices/{id}': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Stop push notifications to a browser.',
    params: z.strictObject({ id: pathId }),
    responses: { 204: z.undefined() },
  },
  'POST /api/notifications/check': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Send a test notification by every method and say which worked.',
    responses: { 200: z.strictObject({ data: z.array(checkedMethod), next_cursor: z.null() }) },
  },
});
