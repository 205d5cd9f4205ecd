import { invalid } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireAddress } from '../../imports/public.ts';
import { paceOf, ToolProblem, ToolSilent, ToolWaits, toolCaller } from './call.ts';
import type { ImportSource, Tool } from './tool.ts';
import { type ToolName, tools } from './tools.ts';

const wholeMs = 60_000;

/** Why nothing answers: an address under another domain than the tool's is probably something else's. */
function silence({ name, example }: Tool, url: string): string {
  const { host, hostname } = new URL(url);
  const domain = example && new URL(example).hostname.split('.').slice(-2).join('.');
  if (domain === undefined || hostname.endsWith(`.${domain}`))
    return `${name} didn’t answer. Check the address, or try again.`;
  return `No ${name} answered at ${host}. Copy the address from ${name}, such as ${example}.`;
}

/**
 * Looks at the account that a key opens.
 * @throws AppError validation_failed for the address or the key;
 */
export async function findAccount(
  platform: Platform,
  { tool: toolName, url: typed, key }: { tool: ToolName; url?: string | undefined; key: string },
): Promise<ImportSource> {
  const url = typed ?? tools[toolName].url;
  if (url === null) throw invalid('source.url', 'Enter an address.');
  await requireAddress(platform, url, 'source.url');
  if (!/^[\x21-\x7e]+$/.test(key))
    throw invalid('source.key', 'This is not a key: it has spaces or letters that keys don’t have.');
  const tool = tools[toolName];
  const call = toolCaller({
    name: tool.name,
    headers: tool.headers(key),
    pace: paceOf(0),
    allowed: platform.config.ALLOWED_PRIVATE_HOSTS,
    signal: AbortSignal.timeout(wholeMs),
  });
  try {
    const found = await tool.findAccount(call, url);
    return { tool: toolName, ...found, read: 0, cursor: tool.first, rows: 0, silent: 0, waiting_until: null };
  } catch (error) {
    if (error instanceof ToolProblem) throw invalid(`source.${error.field}`, error.message);
    if (error instanceof ToolWaits)
      throw invalid('source.url', `${tool.name} has too many calls now. Try again in a minute.`);
    if (error instanceof ToolSilent || (error as Error).name === 'TimeoutError')
      throw invalid('source.url', silence(tool, url));
    throw error;
  }
}
