import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** What says the problems of a flow, in the browser and on the server. */
const sources = ['automations/flow-problems.ts', 'automations/call-problems.ts', 'templates/fill.ts'];

/**
 * The server's translations of the problems of a flow, for a flow that is not saved yet. `virtual:flow-texts` says for each
 * language how they are loaded; `virtual:flow-texts-de` are the translations by their English text.
 * @param locales the server's catalogues
 * @param contract the sources of the contract
 */
export function flowTexts(locales: string, contract: string, languages: readonly string[]): Plugin {
  return {
    name: 'flow-texts',
    resolveId: (id) => (/^virtual:flow-texts(?:$|-)/.test(id) ? `\0${id}` : undefined),
    load(id) {
      if (id === '\0virtual:flow-texts') {
        const all = languages.map((one) => `'${one}': () => import('virtual:flow-texts-${one}')`);
        return `export default { ${all.join(', ')} }`;
      }
      const language = /^\0virtual:flow-texts-([\w-]+)$/.exec(id)?.[1];
      if (language === undefined) return undefined;
      const code = sources.map((name) => readFileSync(join(contract, name), 'utf8')).join('\n');
      const texts = JSON.parse(readFileSync(join(locales, `${language}.json`), 'utf8')) as Record<string, string>;
      const said = Object.entries(texts).filter(([key]) => isSaidIn(code, key));
      return `export default ${JSON.stringify(Object.fromEntries(said))}`;
    },
  };
}

/** Whether the parts of a text around its values are in the code. */
function isSaidIn(code: string, key: string): boolean {
  const parts = key.split(/\{\d+\}/).filter((part) => /\p{L}{2}/u.test(part));
  return parts.length > 0 && parts.every((part) => code.includes(part));
}
