import type { TenantTx } from '../../platform/db/sql.ts';
import type { Hydrators } from '../../platform/feature.ts';
import { buildCloudApiBodies } from './cloud-api/bodies.ts';
import type { DeliveryRow } from './delivery-repo.ts';
import type { EndpointRow } from './endpoint-repo.ts';
import { eventData, keyOf, readSubjects, type Subject } from './events.ts';

type Content = Pick<DeliveryRow, 'type' | 'collection' | 'row_id' | 'marker' | 'event_at' | 'is_test'>;
type EventBody = { type: string; timestamp: string; data: unknown };

/** The bodies of deliveries of an endpoint, in its format and their order. @param base the server's own address */
export function bodiesFor(
  tx: TenantTx,
  hydrators: Hydrators,
  { format }: Pick<EndpointRow, 'format'>,
  deliveries: readonly DeliveryRow[],
  base: string,
): Promise<object[]> {
  if (format === 'cloud_api') return buildCloudApiBodies(tx, hydrators, deliveries, base);
  return buildBodies(tx, hydrators, deliveries);
}

/** The bodies of some deliveries, with the rows as they are now, in the same order. */
async function buildBodies(tx: TenantTx, hydrators: Hydrators, deliveries: readonly Content[]): Promise<EventBody[]> {
  const read = await readSubjects(
    tx,
    hydrators,
    deliveries.flatMap((one) => subjectOf(one) ?? []),
  );
  return deliveries.map((one) => {
    const subject = subjectOf(one);
    return {
      type: one.type,
      timestamp: one.event_at.toISOString(),
      data: subject === null ? { test: true } : eventData(subject, read.get(keyOf(subject))),
    };
  });
}

function subjectOf({ collection, row_id, marker }: Content): Subject | null {
  return collection === null || row_id === null || marker === null ? null : { collection, row_id, marker };
}
