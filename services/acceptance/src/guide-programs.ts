import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const FOLDER = resolve(__dirname, '../../../docs/guides');
/** File names of the guides. */
export const GUIDES = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));
const FENCE = /^```(\w+)(?: tab="([^"]*)")?\n([^]*?)^```$/gm;
/** The comment of a program that needs the one before it in its tab. */
const CONTINUES = /^(?:<\?php\n)?(?:\/\/|#) Continues the program above\./;

interface Program {
  readonly language: string;
  readonly tab: string;
  /** As it is printed. */
  readonly part: string;
  /** With the programs that it continues. */
  readonly code: string;
}

/** All programs of a guide. One that continues another begins with it. */
export function listPrograms(guide: string): Program[] {
  const programs: Program[] = [];
  for (const [, language = '', tab = '', part = ''] of readFileSync(join(FOLDER, guide), 'utf8').matchAll(FENCE)) {
    const before = CONTINUES.test(part)
      ? programs.findLast((one) => one.language === language && one.tab === tab)
      : undefined;
    if (CONTINUES.test(part) && !before) throw new Error(`${guide}: no program is above this one: ${part}`);
    programs.push({ language, tab, part, code: before ? `${before.code}\n${part.replace('<?php\n', '')}` : part });
  }
  return programs;
}

/** The program of a guide in a language and tab that contains a text, with those that it continues. */
export function findProgram(guide: string, language: string, text: string, tab?: string): string {
  const programs = listPrograms(guide).filter(
    (one) => one.language === language && one.part.includes(text) && (!tab || one.tab === tab),
  );
  const [program] = programs;
  if (program === undefined || programs.length > 1)
    throw new Error(`${guide} has ${programs.length} programs in ${language} with ${text}.`);
  return program.code;
}
