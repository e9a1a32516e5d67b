import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fenced block of a guide. */
export interface Snippet {
  /** File name of the guide, and the line on which the code begins. */
  readonly guide: string;
  readonly line: number;
  /** The word after the fence; empty if there is none. */
  readonly language: string;
  /** Title of its tab: `tab="…"` after the language. Successive blocks with a tab are shown as one. */
  readonly tab?: string;
  readonly code: string;
}

const FENCE = /^( *)```(\S*)(?: tab="([^"]+)")?[^\n]*\n([^]*?)^\1```$/gm;

/** Reads the fenced blocks of a Markdown text. Blocks inside a list are dedented. */
export const readSnippets = (guide: string, text: string): Snippet[] =>
  [...text.matchAll(FENCE)].map(({ index, 1: indent = '', 2: language = '', 3: tab, 4: code = '' }) => ({
    guide,
    line: text.slice(0, index).split('\n').length + 1,
    language,
    ...(tab !== undefined && { tab }),
    code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));

/** The snippets of all guides in a folder. */
export const readGuides = (folder: string): Snippet[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => readSnippets(name, readFileSync(join(folder, name), 'utf8')));
