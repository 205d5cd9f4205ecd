import { textsIn } from '@parley/contract/map-texts';
import { mostAsTyped, variablesIn } from '@parley/contract/variables';
import { type BusinessNumber, findTemplatesNamed } from './channel-query.ts';
import { type Fields, type GraphCall, isFields, reading, textOf } from './graph-call.ts';
import { GraphError, invalidParameter, missingParameter } from './graph-error.ts';
import { storeLinkedFile } from './linked-file.ts';

const fileTypes = new Set(['audio', 'document', 'image', 'sticker', 'video']);
const fileProperties = ['caption', 'filename', 'voice'] as const;

/** The content of a message in the shape of the Cloud API, as our API takes it. @throws GraphError */
export async function readContent(call: GraphCall, number: BusinessNumber, type: string): Promise<Fields> {
  const given = call.body[type];
  if (given === undefined) throw missingParameter(type);
  if (type === 'contacts') return { contacts: given };
  if (!isFields(given)) throw invalidParameter(`${type} must be an object.`);
  if (fileTypes.has(type)) return { [type]: await readFile(call, type, given) };
  const read = readers[type];
  if (read === undefined) {
    throw new GraphError(131_051, 'Unsupported message type', `Messages of the type ${type} can’t be sent.`);
  }
  return { [type]: await read(call, number, given) };
}

const readers: Record<string, (call: GraphCall, number: BusinessNumber, given: Fields) => Fields | Promise<Fields>> = {
  text: (_call, _number, { body, preview_url: preview }) => ({
    body,
    ...(preview !== undefined && { preview_url: preview === true || preview === 'true' }),
  }),
  location: (_call, _number, { latitude, longitude, name, address }) => ({
    // https://developers.facebook.com/documentation/business-messaging/whatsapp/messages/location-messages has both as texts.
    latitude: Number(latitude),
    longitude: Number(longitude),
    ...(name != null && { name }),
    ...(address != null && { address }),
  }),
  interactive: (_call, _number, given) => withOwnFiles(given) as Fields,
  template: readTemplate,
};

/** Our ids of files instead of Meta's place for them; what a program uploaded through us has ours. */
async function readFile(call: GraphCall, type: string, given: Fields): Promise<Fields> {
  const { id, link } = given;
  if ((id == null) === (link == null)) throw invalidParameter(`Enter either ${type}.id or ${type}.link.`);
  const media_id = id == null ? await storeLinkedFile(call, String(link)) : id;
  const more = fileProperties.filter((name) => given[name] != null).map((name) => [name, given[name]]);
  return { media_id, ...Object.fromEntries(more) };
}

async function readTemplate(call: GraphCall, { wabaId }: BusinessNumber, given: Fields): Promise<Fields> {
  const { name, language, components } = given;
  const code = isFields(language) ? textOf(language['code']) : textOf(language);
  if (textOf(name) === undefined) throw missingParameter('template.name');
  if (code === undefined) throw missingParameter('template.language.code');
  const [found] = await reading(call, (tx) => findTemplatesNamed(tx, wabaId, String(name), code));
  if (found === undefined) {
    const details = `There is no template ${String(name)} in the language ${code}. Sync the templates in Parley if it is new.`;
    throw new GraphError(132_001, 'Template name does not exist in the translation', details, { status: 404 });
  }
  return { id: found.id, ...(components != null && { components: withOwnFiles(components) }) };
}

/** Files in headers and cards: `{image: {id}}` is `{image: {media_id}}` to our API. Those with a link stay. */
function withOwnFiles(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withOwnFiles);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (!fileTypes.has(name) || !isFields(inner) || inner['id'] == null) return [name, withOwnFiles(inner)];
      const { id, ...rest } = inner;
      return [name, { ...rest, media_id: id }];
    }),
  );
}

/** WhatsApp knows no variables of contacts: what looks like one is sent as it stands. */
export function asTyped(content: Fields): { as_typed?: string[] } {
  const names = [...new Set(textsIn(content).flatMap(({ text }) => variablesIn(text)))].slice(0, mostAsTyped);
  return names.length === 0 ? {} : { as_typed: names };
}
