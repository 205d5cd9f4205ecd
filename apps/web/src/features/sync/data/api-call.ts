import type { InputOf, OutputOf, RouteKey } from '@parley/contract/types';
import type { ApiOptions } from '../../../platform/api.ts';

/** The typed call of `platform/api`. */
export type ApiCall = <K extends RouteKey>(key: K, input: InputOf<K>, options?: ApiOptions) => Promise<OutputOf<K>>;
