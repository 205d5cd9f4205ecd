import {
  type FillableTemplate,
  isFileValue,
  listTemplateVariables,
  uploadedFileId,
} from '@parley/contract/template-fill';
import type { Flow, FlowProblem, FlowStep, MediaKind } from '@parley/contract/types';
import { variablesIn } from '@parley/contract/variables';
import type { TenantTx } from '../../platform/db/sql.ts';
import { findFileProblems, type LinkedFile } from '../media/public.ts';

type Templates = ReadonlyMap<string, FillableTemplate>;
type NamedFile = { step: string; kind: LinkedFile['kind']; value: string };

/** The files in the headers of templates that the steps of a flow send. */
function templateFiles({ steps }: Flow, templates: Templates): NamedFile[] {
  return steps.flatMap((step): NamedFile[] => {
    const template = step.kind === 'send_template' ? templates.get(step.template_id ?? '') : undefined;
    if (step.kind !== 'send_template' || template === undefined) return [];
    return listTemplateVariables(template).flatMap(({ kind, key }) => {
      const value = step.values[key]?.trim() ?? '';
      return (kind === 'image' || kind === 'video' || kind === 'document') && isFileValue(value)
        ? [{ step: step.id, kind, value }]
        : [];
    });
  });
}

/** Uploaded files of flows that WhatsApp would refuse as what they are to be sent as, or that are gone. */
export async function fileProblems(
  tx: TenantTx,
  flows: readonly Flow[],
  templates: Templates,
): Promise<FlowProblem[][]> {
  const files = flows.map((flow) => [
    ...flow.steps.flatMap(mediaOf),
    ...templateFiles(flow, templates).flatMap(({ step, kind, value }) => {
      const mediaId = uploadedFileId(value);
      return mediaId === null ? [] : [{ step, kind, mediaId }];
    }),
  ]);
  const problems = await findFileProblems(tx, files.flat());
  let at = 0;
  return files.map((ofFlow) =>
    ofFlow.flatMap(({ step }) => {
      const msg = problems[at++] ?? null;
      return msg === null ? [] : [{ step, part: 'step' as const, msg }];
    }),
  );
}

function mediaOf(step: FlowStep): { step: string; kind: MediaKind; mediaId: string }[] {
  if (step.kind !== 'send_media' || step.media_id === null) return [];
  return [{ step: step.id, kind: step.media, mediaId: step.media_id }];
}

/** Files that a flow names by an address which is the same for every customer. */
export function linksOfFlow(flow: Flow, templates: Templates): (LinkedFile & { step: string })[] {
  return templateFiles(flow, templates).flatMap(({ step, kind, value }) =>
    uploadedFileId(value) === null && variablesIn(value).length === 0 ? [{ step, kind, url: value }] : [],
  );
}
