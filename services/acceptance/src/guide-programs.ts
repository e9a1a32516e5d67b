import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const GUIDES = resolve(__dirname, '../../../docs/guides');
const FENCE = /^```(\w+)(?: tab="([^"]*)")?\n([^]*?)^```$/gm;

/** The program of a guide in a language that contains a text, in the tab of that title if one is named. */
export function findProgram(guide: string, language: string, part: string, tab?: string): string {
  const programs = [...readFileSync(join(GUIDES, guide), 'utf8').matchAll(FENCE)]
    .filter(([, one, title, code = '']) => one === language && code.includes(part) && (!tab || title === tab))
    .map(([, , , code = '']) => code);
  const [program] = programs;
  if (program === undefined || programs.length > 1)
    throw new Error(`${guide} has ${programs.length} programs in ${language} with ${part}.`);
  return program;
}
