import type { CampaignFile, CampaignFileRow } from '@parley/contract/types';
import { until, type World } from './world.ts';

/** Files of recipients, as the editor makes them. */
export async function sendFile(world: World, content: string | Buffer, name = 'people.csv'): Promise<string> {
  const { id } = (await world.api('POST /api/campaign-files', { body: { name } })).body as CampaignFile;
  const bytes = Buffer.from(content as string);
  if (bytes.length > 0) await putPart(world, id, 0, bytes);
  return id;
}

export async function putPart(world: World, id: string, offset: number, bytes: Buffer): Promise<CampaignFile> {
  const response = await world.server.app.http.inject({
    method: 'PUT',
    url: `/api/campaign-files/${id}/content?offset=${offset}`,
    headers: { authorization: `Bearer ${world.token}`, 'content-type': 'application/octet-stream' },
    payload: bytes,
  });
  if (response.statusCode !== 200) throw new Error(`the part was refused: ${response.body}`);
  return response.json();
}

export function untilRead(world: World, id: string): Promise<CampaignFile> {
  return until(async () => {
    const file = (await world.api('GET /api/campaign-files/{id}', { params: { id } })).body as CampaignFile;
    return file.state === 'reading' ? null : file;
  }, 120_000);
}

export async function readFile(world: World, id: string, settings: object = {}): Promise<CampaignFile> {
  const asked = await world.api('POST /api/campaign-files/{id}/read', { params: { id }, body: settings });
  if (asked.status !== 202) throw new Error(`not read: ${JSON.stringify(asked.body)}`);
  return untilRead(world, id);
}

/** Uploads a file and waits until it is read. */
export async function uploadFile(world: World, content: string | Buffer, settings: object = {}): Promise<CampaignFile> {
  return readFile(world, await sendFile(world, content), settings);
}

export async function rowsOf(world: World, id: string, kind: CampaignFileRow['kind']): Promise<CampaignFileRow[]> {
  const answer = await world.api('GET /api/campaign-files/{id}/rows', { params: { id }, query: { kind, limit: 200 } });
  return (answer.body as { data: CampaignFileRow[] }).data;
}
