import { isObject, type JsonObject, readId, readList, readName, readObject } from './fields.ts';
import { type ProviderError, parseErrorList } from './provider-error.ts';

/** `AVAILABLE`, `LIMITED` or `BLOCKED`; other values of WhatsApp are unchanged. */
export type HealthState = string;

/** WhatsApp's health status of sending, as a whole and for each entity involved. */
export type HealthStatus = {
  canSendMessage: HealthState;
  entities: {
    /** PHONE_NUMBER, MESSAGE_TEMPLATE, WABA, BUSINESS or APP. */
    entityType: string;
    id: string | null;
    canSendMessage: HealthState;
    errors: (ProviderError & { possibleSolution: string | null })[];
    additionalInfo: string[];
  }[];
};

const MAX_TEXT = 2_000;

/** Reads `health_status` out of a node; null when it is not there. */
export function readHealth(node: JsonObject): HealthStatus | null {
  const health = readObject(node, 'health_status');
  const canSendMessage = health && readName(health, 'can_send_message', 255);
  if (health === null || canSendMessage === null) return null;
  const entities = readList(health, 'entities').flatMap((entity) => {
    const entityType = isObject(entity) ? readName(entity, 'entity_type', 255) : null;
    return isObject(entity) && entityType !== null ? [readEntity(entity, entityType)] : [];
  });
  return { canSendMessage, entities };
}

function readEntity(entity: JsonObject, entityType: string): HealthStatus['entities'][number] {
  return {
    entityType,
    id: readId(entity, 'id'),
    canSendMessage: readName(entity, 'can_send_message', 255) ?? 'UNKNOWN',
    errors: readList(entity, 'errors').flatMap(readHealthError),
    additionalInfo: readList(entity, 'additional_info').filter((line) => typeof line === 'string'),
  };
}

/** The codes have other names here than in a response. */
function readHealthError(error: unknown): HealthStatus['entities'][number]['errors'] {
  if (!isObject(error)) return [];
  const { error_code, error_description, possible_solution: _solution, ...rest } = error;
  const [parsed] = parseErrorList([{ code: error_code, message: error_description, ...rest }]);
  return parsed === undefined ? [] : [{ ...parsed, possibleSolution: readName(error, 'possible_solution', MAX_TEXT) }];
}
