import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { resolveFromCaller } from '../launcher/project-root';

/** Reads the value of `--data`: JSON, `@file`, or `-` for standard input. Throws a sentence if it is not JSON. */
export function readBody(text: string): unknown {
  const content = text === '-' ? readText(0) : text.startsWith('@') ? readText(text.slice(1)) : text;
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new Error(`--data is not JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** Reads a file, or standard input. Throws a sentence if it cannot be read. */
function readText(file: string | 0): string {
  try {
    return readFileSync(file === 0 ? 0 : resolveFromCaller(file), 'utf8');
  } catch {
    throw new Error(`The file ${file === 0 ? 'of standard input' : file} cannot be read.`);
  }
}

/** Collects `name=value` of a repeatable option; a name that comes again becomes a list. */
export function readPair(text: string, before: Record<string, string>): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Give name=value, such as limit=5.');
  const [name, value] = [text.slice(0, at), text.slice(at + 1)];
  return { ...before, [name]: Object.hasOwn(before, name) ? `${before[name]},${value}` : value };
}
