export { scenario as scenarioSchema } from './channels/scenario.ts';
export * as channelSchemas from './channels/schema.ts';
export { type ErrorCode, type ErrorEnvelope, errorCodes, type FieldError } from './core/errors.ts';
export * as primitives from './core/primitives.ts';
export {
  type Access,
  type RouteDefinition,
  type RouteInput,
  type RouteOutput,
  type RouteTable,
  scopesOf,
} from './core/route.ts';
export * as identitySchemas from './identity/schema.ts';
export { message as messageSchema } from './inbox/schema.ts';
export { routes } from './routes.ts';
export type * from './types.ts';
