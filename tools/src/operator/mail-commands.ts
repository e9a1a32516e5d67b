import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { readMail } from '@porchlight/mail/src/read-mail';
import { findDataFolder } from '../launcher/data-folder';
import { printRecord, printRecords } from './print';
import type { TargetOptions } from './target';

/** A mail that the local stack has written to a file. */
export interface LocalMail {
  readonly id: string;
  readonly written: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The first URL in the text, such as the link of a sign-up. */
  readonly link: string;
}

/** Reads the mails of a folder, newest first. */
function readMailFolder(folder: string): LocalMail[] {
  return fileNames(folder)
    .map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at)
    .map(({ name, at }) => {
      const { to, subject, text } = readMail(readFileSync(join(folder, name), 'latin1'));
      const link = /https:\/\/\S+/.exec(text)?.[0] ?? '';
      return { id: name.slice(0, 8), written: new Date(at).toISOString(), to, subject, text, link };
    });
}

/** Adds `mail list` and `mail show`, which read the mails that a local stack has written to its folder. */
export function addMailCommands(program: Command): void {
  const mail = program
    .command('mail')
    .description('mails of a local stack, which are written to a folder instead of being sent');
  mail
    .command('list')
    .description('list mails with their links, newest first')
    .action((_flags: object, command: Command) => {
      const { data, output } = command.optsWithGlobals<TargetOptions>();
      const records = readMailFolder(findDataFolder(data).mail).map(({ text: _text, ...mail }) => mail);
      printRecords(records, ['id', 'written', 'to', 'subject', 'link'], output);
    });
  mail
    .command('show')
    .description('print one mail')
    .argument('<id>', 'id from mail list')
    .action((id: string, _flags: object, command: Command) => {
      const { data, output } = command.optsWithGlobals<TargetOptions>();
      const mail = readMailFolder(findDataFolder(data).mail).find((one) => one.id === id);
      if (!mail) throw new Error(`There is no mail ${id}. List them with: porchlight mail list`);
      const { written, to, subject, text } = mail;
      printRecord({ written, to, subject, text }, output);
    });
}

const fileNames = (folder: string): string[] => {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.eml'));
  } catch {
    return [];
  }
};
