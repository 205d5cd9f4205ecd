import type { SandboxTraffic } from '@parley/contract/types';

type Envelope = {
  entry?: Array<{ changes?: Array<{ field?: string; value?: Record<string, unknown> }> }>;
};

/**
 * A summary of an exchange in the protocol's terms: `statuses delivered`, `200 messages text`, `400 messages 131026`.
 */
export function trafficLine(entry: SandboxTraffic): string {
  return entry.direction === 'out' ? webhookLine(entry) : callLine(entry);
}

/** Whether it succeeded. */
export function wentWell({ status }: SandboxTraffic): boolean {
  return status !== null && status < 300;
}

/** A call that delivered a message to a customer. */
export function isSend({ direction, method, url, status, request }: SandboxTraffic): boolean {
  const reached = direction === 'in' && method === 'POST' && url.endsWith('/messages') && status === 200;
  return reached && (parse(request) as { status?: string } | null)?.status === undefined;
}

function callLine({ method, url, status, request, response }: SandboxTraffic): string {
  const [path = ''] = url.split('?');
  const last = path.split('/').at(-1) ?? '';
  const name = /^\d+$/.test(last) ? method.toLowerCase() : last;
  const code = (parse(response) as { error?: { code?: number } } | null)?.error?.code;
  const body = parse(request) as { type?: string; status?: string } | null;
  return [status ?? '–', name, code ?? body?.type ?? body?.status].filter(Boolean).join(' ');
}

function webhookLine({ request, status }: SandboxTraffic): string {
  const envelope = parse(request) as Envelope | null;
  const parts = (envelope?.entry ?? []).flatMap(({ changes = [] }) =>
    changes.flatMap(({ field, value }) => of(field, value)),
  );
  // A truncated body cannot be parsed: its visible part is enough.
  const kind = parts.length > 0 ? [...new Set(parts)].join(', ') : /"statuses"/.test(request) ? 'statuses' : 'messages';
  const many = parts.length > 1 ? ` × ${parts.length}` : '';
  return `${status === 200 ? '' : `${status ?? '–'} `}${kind}${many}`;
}

function of(field: string | undefined, value: Record<string, unknown> | undefined): string[] {
  const list = (name: string) => (Array.isArray(value?.[name]) ? (value[name] as Array<Record<string, unknown>>) : []);
  const statuses = list('statuses').map(({ status }) => `statuses ${String(status)}`);
  const messages = list('messages').map(({ type }) => `messages ${String(type)}`);
  const both = [...statuses, ...messages];
  return both.length > 0 ? both : [field ?? ''];
}

/** Formatted JSON; other text is unchanged. */
export function pretty(text: string): string {
  const parsed = parse(text);
  return parsed === null ? text : JSON.stringify(parsed, null, 2);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Truncated, or a form: shown as it is.
    return null;
  }
}
