const code = /(```[\s\S]*?```|`[^`\n]+`)/;

/**
 * A text with the Markdown signs of language models as WhatsApp's own, which would show the others as they are. Code is
 * left alone. https://faq.whatsapp.com/539178204879377
 */
export function toWhatsAppFormat(text: string): string {
  return text
    .split(code)
    .map((part, at) => (at % 2 === 1 ? part.replace(/^```\w+\n/, '```\n') : converted(part)))
    .join('');
}

function converted(text: string): string {
  // A single asterisk is bold in WhatsApp and italic in Markdown: which one is meant, the double ones say.
  const italic = text.includes('**')
    ? text.replaceAll(/(?<![*\w])\*(?![*\s])([^*\n]+?)(?<![*\s])\*(?![*\w])/g, '_$1_')
    : text;
  return italic
    .replaceAll(/!?\[([^\]\n]*)\]\((https?:\/\/[^\s)]+|mailto:[^\s)]+|tel:[^\s)]+)(?:\s+"[^"\n]*")?\)/g, linked)
    .replaceAll(/\*\*\*(?=\S)(.+?)(?<=\S)\*\*\*/g, '*_$1_*')
    .replaceAll(/\*\*(?=\S)(.+?)(?<=\S)\*\*/g, '*$1*')
    .replaceAll(/(?<!\w)__(?=\S)(.+?)(?<=\S)__(?!\w)/g, '*$1*')
    .replaceAll(/~~(?=\S)(.+?)(?<=\S)~~/g, '~$1~')
    .replaceAll(/^ {0,3}#{1,6}\s+(.+?)\s*#*$/gm, (_line, title: string) => `*${title.replaceAll('*', '')}*`)
    .replaceAll(/^(\s*)[*+]\s+(?=\S)/gm, '$1- ')
    .replaceAll(/^ {0,3}(?:-{3,}|\*{3,}|_{3,})\s*\n?/gm, '');
}

function linked(_whole: string, label: string, address: string): string {
  const shown = address.replace(/^(?:mailto|tel):/, '');
  const words = label.trim();
  return words === '' || words === shown || words === address ? shown : `${words}: ${shown}`;
}
