const codes =
  'ar bg bn ca cs da de el en es et fa fi fr gu he hi hr hu id it ja kn ko lt lv ml mr ms nb nl pa pl pt ro ru sk sl sq sr sv sw ta te th tl tr uk ur vi zh-Hans zh-Hant zu'.split(
    ' ',
  );

/** Languages of WhatsApp's customers, by name, without their scripts. */
export function languageChoices(locale: string): { value: string; label: string }[] {
  return choicesOf(locale, [...new Set(codes.map((code) => code.split('-')[0] ?? code))]);
}

/** The same with scripts, into which a text can be translated. @param chosen is there too */
export function translationChoices(locale: string, chosen: string): { value: string; label: string }[] {
  return choicesOf(locale, codes.includes(chosen) ? codes : [...codes, chosen]);
}

function choicesOf(locale: string, all: readonly string[]): { value: string; label: string }[] {
  return all
    .map((value) => ({ value, label: languageLabel(locale, value) }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
}

export function languageLabel(locale: string, code: string): string {
  return new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code;
}
