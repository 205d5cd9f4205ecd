import { fixValue } from '@parley/contract/variables';
import { type BlockNode, type InlineNode, parseWhatsAppText } from '@parley/contract/whatsapp-text';
import { createContext, createElement, Fragment, type ReactNode, useContext } from 'react';
import { WithMissingValues } from '../../../ui/missing-value.tsx';
import styles from './formatted-text.module.css';

/**
 * A message's text with WhatsApp formatting. Rendered as React nodes only, so that customer text never becomes markup.
 */
export function FormattedText({ text }: { text: string }) {
  return inOrder(parseWhatsAppText(text).map(blockNode));
}

/** Whether a text is a preview, whose missing values are marked: only there the words of the mark mean one. */
export const MarksMissing = createContext(false);

/** A plain text of a template, or a part of one. */
export function TemplateText({ text }: { text: string }) {
  return useContext(MarksMissing) ? <WithMissingValues text={text} /> : text;
}

/** Children that are never reordered: the index is their key. */
function inOrder(children: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...children);
}

function inline(nodes: readonly InlineNode[]): ReactNode {
  return inOrder(nodes.map(inlineNode));
}

function blockNode(block: BlockNode): ReactNode {
  if (block.kind === 'text') return <span className={styles.text}>{inline(block.children)}</span>;
  if (block.kind === 'mono') return <code className={styles.mono}>{block.text}</code>;
  if (block.kind === 'quote') {
    return <blockquote className={styles.quote}>{inOrder(block.lines.map(quoteLine))}</blockquote>;
  }
  const items = inOrder(block.lines.map(listItem));
  if (block.kind === 'numbers') {
    return (
      <ol className={styles.list} start={block.start}>
        {items}
      </ol>
    );
  }
  return <ul className={styles.list}>{items}</ul>;
}

function quoteLine(nodes: readonly InlineNode[]): ReactNode {
  return <span className={styles.line}>{inline(nodes)}</span>;
}

function listItem(nodes: readonly InlineNode[]): ReactNode {
  return <li>{inline(nodes)}</li>;
}

function inlineNode(node: InlineNode): ReactNode {
  if (node.kind === 'text') return node.text.includes(fixValue) ? <TemplateText text={node.text} /> : node.text;
  if (node.kind === 'code') return <code className={styles.code}>{node.text}</code>;
  if (node.kind === 'link') {
    // A program of the device opens the other ones: in a tab of its own it would leave an empty page. Within a text from
    // right to left, an address still reads from left to right, with the signs at its end.
    const tab = node.href.startsWith('http') ? { target: '_blank' } : {};
    return (
      <a dir="ltr" className={styles.link} href={node.href} rel="noopener noreferrer nofollow" {...tab}>
        {node.text}
      </a>
    );
  }
  if (node.kind === 'bold') return <strong className={styles.bold}>{inline(node.children)}</strong>;
  return node.kind === 'italic' ? <em>{inline(node.children)}</em> : <s>{inline(node.children)}</s>;
}
