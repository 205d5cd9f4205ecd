import { parseSync } from '@swc/core';

export type Node = { type?: string; [key: string]: unknown };

export function parse(text: string, path = ''): Node {
  return parseSync(text, { syntax: 'typescript', tsx: path.endsWith('.tsx') }) as unknown as Node;
}

export function* childrenOf(node: Node): Generator<Node> {
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === 'object' && child !== null) yield child as Node;
    }
  }
}
