import type { Command } from 'commander';
import { createProgram, GROUPS } from '../operator/create-program';
import { code, codes, table } from './markdown';

const BEGIN = '<!-- commands: written by `npm run docs` -->';
const END = '<!-- end of the commands -->';

/** The page about the command line with the commands of the program between its marks. */
export function renderCliPage(page: string): string {
  const [before, rest = ''] = page.split(BEGIN);
  const [, after] = rest.split(END);
  if (before === undefined || after === undefined) throw new Error(`docs/cli.md needs the lines ${BEGIN} and ${END}.`);
  const commands = createProgram().commands;
  const inGroup = (title: string): Command[] => commands.filter((command) => command.helpGroup() === title);
  const parts = [
    '### For developers at a partner',
    'With the API key of a user: that of `porchlight login`, of the options or of the environment.',
    commandTable(inGroup(GROUPS.partner)),
    '### Records of the API',
    'Each operation of the API description is a command. Their options are the query parameters, in the spelling of the shell (`assignedUserId` is `--assigned-user-id`), and `--query name=value` for any other; `--data` is the body.',
    table(
      ['Record', 'Commands'],
      inGroup(GROUPS.records).map((group) => [
        code(group.name()),
        codes(group.commands.map((command) => command.name())),
      ]),
    ),
    '### For operators of an installation',
    'With the signing key of the installation; `list` and `show` of an account, its users, keys and systems need an API key.',
    commandTable(inGroup(GROUPS.operator)),
  ];
  return `${before}${BEGIN}\n\n${parts.join('\n\n')}\n\n${END}${after}`;
}

const commandTable = (commands: readonly Command[]): string =>
  table(['Command', 'Purpose'], commands.flatMap(listRows));

/** A row for each command that does something: those with commands of their own may, too. */
function listRows(command: Command): [string, string][] {
  const [, ...names] = pathOf(command);
  const args = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  const required = command.options
    .filter((option) => option.mandatory)
    .map((option) =>
      `${option.long} ${option.flags.split(' ').slice(1).join(' ')}`.replace(/^(--\S+) \1/, '$1').trim(),
    );
  const row: [string, string] = [code([...names, ...args, ...required].join(' ')), command.description()];
  if (command.commands.length === 0) return [row];
  const ownRow = command.registeredArguments.length > 0 || command.name() === 'jobs' ? [row] : [];
  return [...ownRow, ...command.commands.flatMap(listRows)];
}

const pathOf = (command: Command): string[] => [...(command.parent ? pathOf(command.parent) : []), command.name()];
