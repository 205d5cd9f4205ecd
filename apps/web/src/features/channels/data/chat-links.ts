import type { ChatLink, InputOf } from '@parley/contract/types';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { queryClient } from '../../../platform/query.tsx';

const chatLinksKey = ['chat-links'];
const pollMs = 10_000;

/** Newest first; an account has at most 200. */
export function useChatLinks(): UseQueryResult<ChatLink[]> {
  return useQuery({
    queryKey: chatLinksKey,
    queryFn: async ({ signal }) => (await api('GET /api/chat-links', {}, { signal })).data,
    refetchInterval: pollMs,
  });
}

const refresh = () => queryClient.invalidateQueries({ queryKey: chatLinksKey });

export async function createChatLink(body: InputOf<'POST /api/chat-links'>['body']): Promise<ChatLink> {
  const made = await api('POST /api/chat-links', { body });
  await refresh();
  return made;
}

export async function changeChatLink(id: string, body: { name: string; text: string }): Promise<void> {
  await api('PUT /api/chat-links/{id}', { params: { id }, body });
  await refresh();
}

export async function removeChatLink(id: string): Promise<void> {
  await api('DELETE /api/chat-links/{id}', { params: { id } });
  await refresh();
}

/** A button for a website: HTML alone, without a script. The address is percent-encoded, so it needs no escaping. */
export function buttonHtml(url: string, label: string): string {
  const look =
    'display:inline-block;padding:12px 20px;border-radius:8px;background:#0b6e4f;color:#fff;font:600 16px/1.2 system-ui,sans-serif;text-decoration:none';
  const words = label.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<a href="${url}" target="_blank" rel="noopener" style="${look}">${words}</a>`;
}
