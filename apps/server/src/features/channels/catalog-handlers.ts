import type { Catalog, CatalogProduct, CatalogState } from '@parley/contract/types';
import type { CallOutcome, CatalogProduct as ProductOfGraph } from '@parley/whatsapp-client';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { visibilityOf } from '../team/public.ts';
import { requireOutcome } from './outcome-errors.ts';
import type { ProviderAccess } from './provider-access.ts';
import { type Reached, reachNumber } from './reach.ts';

/** Which catalogue a number has changes rarely, and every opened conversation asks. */
const keptMs = 5 * 60_000;
/** After that WhatsApp may answer again. */
const unreachableMs = 30_000;
const mostKept = 1_000;
const productsAtOnce = 30;

const words = {
  none: 'No catalog is connected to this number. Connect one to its WhatsApp account in Meta’s Commerce Manager.',
  no_permission:
    'The access token may not read the catalog. In Meta’s Business settings, assign the catalog to the system user, create a token with the permission catalog_management, and enter it under Channels.',
  unreachable: 'WhatsApp didn’t answer about the catalog. Please try again in a moment.',
} as const;

/** Reads the products of a number's catalogue from WhatsApp. They are not stored: the business changes them there. */
export function catalogHandlers(platform: Platform, providers: ProviderAccess): Handlers {
  const kept = new Map<string, { untilMs: number; found: CatalogState }>();

  /** @throws AppError not_found also for a channel that the member does not see */
  async function reach(actor: MemberActor, id: string): Promise<Reached> {
    if (!visibilityOf(actor).canSeeChannel(id)) {
      throw new AppError('not_found', { message: 'This channel was not found.' });
    }
    return reachNumber(platform, providers, actor, id);
  }

  async function stateOf(reached: Reached): Promise<CatalogState> {
    const { id } = reached.row;
    const known = kept.get(id);
    if (known !== undefined && known.untilMs > performance.now()) return known.found;
    const found = await readCatalog(reached);
    kept.delete(id);
    const [oldest] = kept.keys();
    if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
    kept.set(id, { untilMs: performance.now() + (found.state === 'unreachable' ? unreachableMs : keptMs), found });
    return found;
  }

  return {
    'GET /api/channels/{id}/catalog': async ({ actor }, { params }) => ({
      status: 200,
      body: await stateOf(await reach(actor, params.id)),
    }),
    'GET /api/channels/{id}/catalog/products': async ({ actor }, { params, query: { q = '', after } }) => {
      const reached = await reach(actor, params.id);
      const { state, catalog } = await stateOf(reached);
      if (catalog === null) throw refusal(state === 'connected' ? 'none' : state);
      const { accessToken, timeoutMs } = reached.number;
      const asked = await reached.client.listProducts({
        ...{ accessToken, timeoutMs, catalogId: catalog.id, limit: productsAtOnce },
        ...(q !== '' && { name: q }),
        ...(after !== undefined && { after }),
      });
      if (asked.kind === 'retry') throw refusal('unreachable');
      if (isAboutPermission(asked)) throw refusal('no_permission');
      const { rows, after: next } = requireOutcome(asked, 'after');
      return { status: 200, body: { catalog, data: rows.map(present), next_after: next } };
    },
  };
}

async function readCatalog({ row, client, number }: Reached): Promise<CatalogState> {
  const { accessToken, timeoutMs } = number;
  const listed = await client.listCatalogs({ accessToken, timeoutMs, wabaId: row.waba_id });
  if (listed.kind === 'retry') return { state: 'unreachable', catalog: null };
  if (isAboutPermission(listed)) return { state: 'no_permission', catalog: null };
  const [first] = requireOutcome(listed, 'id').rows;
  if (first === undefined) return { state: 'none', catalog: null };
  const settings = await client.getCommerceSettings(number);
  // The settings are a help: products can be sent without them.
  const known = settings.kind === 'ok' ? settings.value : { isCatalogVisible: null, isCartEnabled: null };
  const catalog: Catalog = {
    ...{ id: first.id, name: first.name ?? '' },
    ...{ is_visible: known.isCatalogVisible, is_cart_enabled: known.isCartEnabled },
  };
  return { state: 'connected', catalog };
}

function isAboutPermission(outcome: CallOutcome<unknown>): boolean {
  const code = outcome.kind === 'failed' ? outcome.error.code : null;
  return code === 3 || code === 10 || (code !== null && code >= 200 && code <= 299);
}

function refusal(why: keyof typeof words): AppError {
  if (why === 'unreachable') return new AppError('unavailable', { message: words.unreachable, retryAfterS: 30 });
  return invalid('id', words[why]);
}

function present({ retailerId, name, description, price, availability }: ProductOfGraph): CatalogProduct {
  return {
    ...{ retailer_id: retailerId, name: name ?? retailerId, description: description ?? '', price },
    // What WhatsApp does not say can be ordered.
    is_available: availability !== 'out of stock' && availability !== 'discontinued',
  };
}
