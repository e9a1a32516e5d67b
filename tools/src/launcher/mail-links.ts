import { readMail } from '@porchlight/mail';
import { mkdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { Reporter } from './reporter';

/** Links that act for a user, such as those of an invitation or a new password; plan mails have none. */
const LINK = /https:\/\/\S+\/console\/\S+\?token=\S+/g;

/** The lines about a mail with links; none for a mail without. */
function describeLinks(raw: string): string[] {
  const { to, subject, text } = readMail(raw);
  const links = text.match(LINK) ?? [];
  return links.length === 0 ? [] : [`Mail to ${to}: ${subject}`, ...links.map((link) => `         ${link}`)];
}

/** Prints the links of mails when they are written to the folder: no mail leaves a local stack. Returns the end. */
export function printMailLinks(folder: string, report: Pick<Reporter, 'step' | 'text'>): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // A mail is renamed to its name once; some systems report that twice.
  let last = '';
  const watcher = watch(folder, (_event, name) => {
    if (name === null || name === last || !name.endsWith('.eml')) return;
    last = name;
    const [title, ...links] = readLinks(join(folder, name));
    if (title !== undefined) report.step(title);
    for (const link of links) report.text(link);
  });
  watcher.on('error', () => watcher.close());
  return () => watcher.close();
}

/** A mail that an operator deleted meanwhile has no links. */
const readLinks = (file: string): string[] => {
  try {
    return describeLinks(readFileSync(file, 'latin1'));
  } catch {
    return [];
  }
};
