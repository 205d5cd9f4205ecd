import { randomBytes } from 'node:crypto';
import type { Core } from '../engine/core.ts';
import { appIdOf } from '../graph/health.ts';
import type { Account } from '../storage/accounts.ts';
import type { Exchange, Reply } from './exchange.ts';

const path = /^(?:\/simulator)?\/v\d+\.\d+\/dialog\/oauth$/;

/**
 * Simulates the platform's sign-up dialog, which redirects the browser back with a code or a refusal. Only in a
 * simulator without an operator: it redirects to any URL it is given.
 * @returns null for other URLs
 */
export function answerLoginDialog(core: Core, { method, url }: Exchange): Reply | null {
  if (method !== 'GET' || !path.test(url.pathname) || core.settings.secret !== null) return null;
  const ask = url.searchParams;
  const account = core.accounts.list().find((one) => appIdOf(one) === ask.get('client_id'));
  const target = URL.parse(ask.get('redirect_uri') ?? '');
  if (!account || !target || ask.get('response_type') !== 'code' || !ask.get('config_id')) {
    return page(400, '<h1>This app cannot be found</h1>');
  }
  const answer = ask.get('answer');
  if (answer === null) return renderDialog(url, account);
  target.searchParams.set('state', ask.get('state') ?? '');
  if (answer === 'continue') target.searchParams.set('code', newCode(core, account, keepsApp(url)));
  else {
    target.searchParams.set('error', 'access_denied');
    target.searchParams.set('error_reason', 'user_denied');
  }
  return { status: 302, headers: { location: target.href }, chunks: [] };
}

/** Whether the business's number stays in the WhatsApp Business app. */
function keepsApp({ searchParams }: URL): boolean {
  return (searchParams.get('extras') ?? '').includes('"featureType":"whatsapp_business_app_onboarding"');
}

function newCode(core: Core, account: Account, onApp: boolean): string {
  const login_code = randomBytes(24).toString('base64url');
  account.number = { ...account.number, login_code };
  if (onApp) account.faults = { ...account.faults, number: { ...account.faults.number, is_on_biz_app: true } };
  core.database.write(() => core.accounts.save(account));
  return login_code;
}

function renderDialog(url: URL, { verified_name, display_phone_number }: Account): Reply {
  const link = (answer: string, words: string) => {
    const target = new URL(url);
    target.searchParams.set('answer', answer);
    return `<p><a href="${escapeText(target.pathname + target.search)}">${words}</a></p>`;
  };
  const app = keepsApp(url) ? ', which stays in the WhatsApp Business app' : '';
  const what = escapeText(`${verified_name}, +${display_phone_number}${app}`);
  return page(
    200,
    `<h1>Connect your WhatsApp account</h1><p>${what}</p>${link('continue', 'Continue')}${link('cancel', 'Cancel')}`,
  );
}

function page(status: number, body: string): Reply {
  const html = `<!doctype html><html lang="en"><title>Simulated sign-up</title><link rel="icon" href="data:,"><body>${body}</body></html>`;
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, chunks: [Buffer.from(html)] };
}

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
