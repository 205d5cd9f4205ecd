import { sendHttp } from './http.ts';

/** The server's configuration for the web app, from /config.json. */
export type AppConfig = { api_base: string; push_app_id: string | null; product_name: string; login_test: boolean };

let loading: Promise<AppConfig> | null = null;

/** Reads /config.json once; after a failure the next caller tries again. @throws NetworkError, ApiError */
export function loadConfig(): Promise<AppConfig> {
  loading ??= readConfig().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function readConfig(): Promise<AppConfig> {
  const answer = (await sendHttp({ method: 'GET', url: '/config.json' })) as Partial<AppConfig>;
  return {
    api_base: answer.api_base ?? '/api',
    push_app_id: answer.push_app_id ?? null,
    product_name: answer.product_name ?? 'Parley',
    login_test: answer.login_test ?? false,
  };
}

/**
 * The URL of an API path as the contract writes it (`/api/…`). A base that ends with `/api` replaces the leading
 * `/api`; any other base is put in front.
 */
export function apiUrl(base: string, path: string): string {
  const trimmed = base.replace(/\/+$/, '');
  return trimmed.endsWith('/api') ? trimmed + path.slice('/api'.length) : trimmed + path;
}
