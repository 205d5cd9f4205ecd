import type { WrittenTime } from './chat-dates.ts';

/*
 * A chat export is a text as people read it, in the language and date form of the phone: iPhones put the time in brackets,
 * Android ends it with a dash. What marks a message is the time at the beginning of a line; lines without one belong to the
 * message above. Forms as phones write them in 2026: docs/features/history.md.
 */

/** Marks of direction, and what iPhones put before what is not typed. */
const marks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const digitScripts = [0x660, 0x6f0, 0x966, 0x9e6];

const morning = /^(?:a\.?\s?m\.?|vorm\.?|오전|上午|午前|ص|π\.?\s?μ\.?)$/i;
const evening = /^(?:p\.?\s?m\.?|nachm\.?|오후|下午|午後|م|μ\.?\s?μ\.?)$/i;

const header =
  /^(\[)?(\d{1,4})([./-])\s?(\d{1,2})[./-]\s?(\d{1,4})\.?[,،]?\s+(?:([^\d\s[\]:]{1,8})\s?)?(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:\s?([^\d\s[\]:–-][^\d[\]:–-]{0,7}?))?(?:\](?=\s|$)|\s[–-](?=\s|$))\s?/u;

export type ChatLine = {
  written: WrittenTime;
  separator: string;
  /** The date as it stands there. */
  shown: string;
  /** Null: a note of WhatsApp, such as that somebody joined. */
  name: string | null;
  text: string;
  /** iPhones mark what was not typed. */
  marked: boolean;
};

/** The beginning of a message; null for a line that belongs to the one above. */
export function readChatLine(line: string): ChatLine | null {
  const plain = plainStart(line);
  const found = header.exec(plain);
  if (found === null) return null;
  const [
    whole,
    bracket,
    a = '',
    separator = '',
    b = '',
    c = '',
    before = '',
    hour = '',
    minute = '',
    second,
    after = '',
  ] = found;
  if ((bracket === undefined) === whole.trimEnd().endsWith(']')) return null;
  const time = readTime(Number(hour), Number(minute), Number(second ?? 0), (before || after).trim());
  if (time === null) return null;
  const rest = plain.slice(whole.length);
  const colon = /^(.{1,200}?):(?: |$)/u.exec(rest.replace(/^[\u200e\u200f]/, ''));
  const shown = whole.replace(/^\[|(?:\]|\s[–-])\s?$/g, '').trim();
  const written = { date: [Number(a), Number(b), Number(c)] as const, time };
  if (colon?.[1] === undefined)
    return { written, separator, shown, name: null, text: rest.replaceAll(marks, ''), marked: true };
  const body = rest.replace(/^[\u200e\u200f]/, '').slice(colon[0].length);
  return {
    written,
    separator,
    shown,
    name: colon[1].replaceAll(marks, '').replace(/^~\s?/u, '').trim(),
    text: body,
    marked: body.startsWith('\u200e'),
  };
}

/** Digits of other scripts, spaces that do not break, and marks before the time, as plain ones; the rest stays. */
function plainStart(line: string): string {
  const start = line.slice(0, 60);
  const plain = start
    .replace(/^[\u200e\u200f\ufeff]+/, '')
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]/g, (digit) => {
      const code = digit.charCodeAt(0);
      const zero = digitScripts.findLast((first) => code >= first) ?? code;
      return String(code - zero);
    });
  const time = /^(\[?[\u200e\u200f]?\d{1,4}[./-][^\]]{0,40}?\d)[\u200e\u200f]/.exec(plain);
  const unmarked = time === null ? plain : time[1]?.replaceAll(marks, '') + plain.slice(time[0].length);
  return unmarked + line.slice(60);
}

function readTime(hour: number, minute: number, second: number, half: string): WrittenTime['time'] | null {
  if (minute > 59 || second > 59) return null;
  if (half === '') return hour > 23 ? null : [hour, minute, second];
  const isEvening = evening.test(half);
  if ((!isEvening && !morning.test(half)) || hour < 1 || hour > 12) return null;
  return [(hour % 12) + (isEvening ? 12 : 0), minute, second];
}

const attachedIos = /\u200e?<[^<>:]{1,40}: ([^<>]{1,300}\.\w{1,5})>\s*$/u;
const attachedAndroid = /^\u200e?(.{1,300}?\.\w{1,5}) \([^()]{3,60}\)\s*$/u;
const omittedAndroid = /^<[^<>:]{3,60}>$/u;
const omittedIos =
  /(?:omitted|weggelassen|omitid|ocultad|omess|omis|weggelaten|utelämn|utelat|udelad|pominięt|пропущ|अनुपलब्ध|محذوف|省略|생략)/iu;
/** What was left out, in the words of the languages above. */
const omittedKinds = [
  ['sticker', /sticker|figurinha|adesiv|naklejk|стикер|ملصق|スタンプ|贴图|貼圖|스티커/iu],
  [
    'image',
    /image|imagem|bild|immagin|foto|photo|afbeelding|billede|obraz|изображ|фото|صورة|चित्र|画像|图片|圖片|이미지|사진/iu,
  ],
  ['video', /vid[eé]o|wideo|gif|видео|فيديو|वीडियो|動画|视频|影片|동영상|비디오/iu],
  ['audio', /[aá]udio|аудио|صوت|ऑडियो|音声|音频|오디오/iu],
] as const;
export type OmittedKind = (typeof omittedKinds)[number][0] | 'document';

function omittedKindOf(text: string): OmittedKind {
  return omittedKinds.find(([, words]) => words.test(text))?.[0] ?? 'document';
}

const edited = /\s?\u200e<[^<>:]{3,60}>\s*$/u;
/** What phones leave in place of a message, in the languages that most of them are set to. */
const deleted =
  /^(?:this message was deleted|you deleted this message|diese nachricht wurde gelöscht|du hast diese nachricht gelöscht|se eliminó este mensaje|eliminaste este mensaje|mensagem apagada|você apagou esta mensagem|esta mensagem foi apagada|ce message a été supprimé|vous avez supprimé ce message|questo messaggio è stato eliminato|hai eliminato questo messaggio|dit bericht is verwijderd|je hebt dit bericht verwijderd|تم حذف هذه الرسالة|यह मैसेज डिलीट कर दिया गया)\.?$/iu;
const place = /^[^\s:]{2,20}: https:\/\/maps\.google\.com\/\?q=(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/u;

/** What a message is: its text, and the file or the place that it names. */
export type ChatContent = {
  text: string;
  file?: string;
  /** There was a file, and the export has none; `document` when the line does not say what it was. */
  omitted?: OmittedKind;
  location?: { latitude: number; longitude: number };
};

/** @param text all lines @param hasFile whether the zip has such a file @returns null for a note of WhatsApp */
export function readChatContent(text: string, marked: boolean, hasFile: (name: string) => boolean): ChatContent | null {
  const ios = attachedIos.exec(text);
  if (ios?.[1] !== undefined) return { text: tidy(text.slice(0, ios.index)), file: ios[1].trim() };
  const [first = '', ...more] = text.split('\n');
  const android = attachedAndroid.exec(first);
  const name = android?.[1]?.replaceAll(marks, '').trim();
  if (name !== undefined && (hasFile(name) || /^(?:IMG|VID|PTT|AUD|DOC|STK)-\d{8}-WA\d+\./.test(name)))
    return { text: tidy(more.join('\n')), file: name };
  const whole = tidy(text);
  if (omittedAndroid.test(whole) || (marked && whole.length < 60 && omittedIos.test(whole)))
    return { text: '', omitted: omittedKindOf(whole) };
  if (deleted.test(whole)) return null;
  const found = place.exec(whole);
  if (found !== null) return { text: '', location: { latitude: Number(found[1]), longitude: Number(found[2]) } };
  if (marked) return null;
  return { text: tidy(text.replace(edited, '')) };
}

function tidy(text: string): string {
  return text.replaceAll(marks, '').trim();
}
