import type { Platform } from '../../../platform/platform.ts';
import { resealRows } from '../../../platform/reseal.ts';
import { lockSealedSources, type SourceRow, storeResealedSource } from './source-repo.ts';

type Place = Pick<SourceRow, 'client_id' | 'id'>;

const contextOf = ({ client_id, id }: Place) => `import_sources.header_value:${client_id}:${id}`;

export function sealHeaderValue({ secrets }: Pick<Platform, 'secrets'>, place: Place, value: string): Buffer {
  return secrets.seal(value, contextOf(place));
}

/** The header that gives access, as it is sent. @returns null for a source without one */
export function openHeader(
  { secrets }: Pick<Platform, 'secrets'>,
  row: Place & Pick<SourceRow, 'header_name' | 'header_value_enc'>,
): { name: string; value: string } | null {
  const { header_name: name, header_value_enc: sealed } = row;
  return name === null || sealed === null ? null : { name, value: secrets.open(sealed, contextOf(row)) };
}

/** After a change of the installation's key: seals what was sealed before with the new one. */
export function resealImportSources(platform: Pick<Platform, 'db' | 'secrets'>): Promise<number> {
  return resealRows(platform, {
    lock: lockSealedSources,
    placeOf: contextOf,
    store: storeResealedSource,
  });
}
