import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { PorchlightError } from '@porchlight/sdk';
import { resolveFromCaller } from '../launcher/project-root';
import { addApiOptions, withApi, type ApiOptions } from './api-target';
import { EXIT, chooseExitCode } from './exit-codes';
import { shown } from './print';
import { readLeads, type Lead, type SampleNames } from './read-leads';
import { readLocalConnection } from './target';

interface Flags extends ApiOptions {
  readonly source?: string;
  readonly type: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly message?: string;
}

/** One line of the output of `lead send`. */
interface Sent {
  readonly outcome: 'new' | 'known' | 'ignored' | 'refused';
  readonly personId?: number;
  readonly name?: string;
  readonly eventId?: number;
  readonly errorMessage?: string;
}

/** Adds `lead send`, which reads a lead from options, or from JSON in a file or on standard input. */
export function addLeadCommand(program: Command): void {
  const lead = program.command('lead').description('leads');
  const send = lead
    .command('send')
    .description('send leads: one from options, or those of a file (JSON: one, a list, or one per line)')
    .argument(
      '[file]',
      'file with leads as POST /v1/events accepts them, or a file of samples/leads; - for standard input',
    )
    .option('--source <source>', 'source of the lead')
    .option('--type <type>', 'event type', 'General Inquiry')
    .option('--first-name <name>', 'first name')
    .option('--last-name <name>', 'last name')
    .option('--email <email>', 'email')
    .option('--phone <phone>', 'phone')
    .option('--message <text>', 'message of the person');
  addApiOptions(send)
    .addHelpText(
      'after',
      `
Examples:
  porchlight lead send --source my-site.example --type Registration --first-name Ada --email ada@example.com
  porchlight lead send leads.json
  cat leads.ndjson | porchlight lead send - --json`,
    )
    .action(async (file: string | undefined, _flags: object, command: Command) => {
      const flags = command.optsWithGlobals<Flags>();
      const leads = file === undefined ? [buildLead(flags, command)] : readLeads(readText(file), localNames(flags));
      await withApi(flags, async (porchlight) => {
        for (const one of leads) {
          const sent = await sendOne(() => porchlight.events.create(one).withResponse(), leads.length);
          console.log(flags.output === 'json' ? JSON.stringify(sent) : describeSent(sent));
        }
      });
    });
}

const readText = (file: string): string => readFileSync(file === '-' ? 0 : resolveFromCaller(file), 'utf8');

/** System and users of the local stack, for placeholders of samples; empty for another installation. */
function localNames({ data, account: accountId = 1 }: Flags): SampleNames {
  const connection = readLocalConnection({ data });
  const account = connection?.accounts.find(({ id }) => id === accountId);
  return { system: connection?.system.name ?? '', users: account?.users ?? {} };
}

async function sendOne(
  send: () => Promise<{ data: { id: number; name?: string | null } | undefined; response: Response }>,
  count: number,
): Promise<Sent> {
  try {
    const { data, response } = await send();
    if (!data) return { outcome: 'ignored' };
    return {
      outcome: response.status === 201 ? 'new' : 'known',
      personId: data.id,
      name: data.name ?? '',
      eventId: Number(response.headers.get('x-event-id')),
    };
  } catch (error) {
    // An invalid lead does not stop the others; it sets the exit code.
    if (count === 1 || !(error instanceof PorchlightError) || chooseExitCode(error) !== EXIT.refused) throw error;
    process.exitCode = EXIT.failed;
    return { outcome: 'refused', errorMessage: error.message };
  }
}

/** Formats one line for a terminal. */
export function describeSent({ outcome, personId, name, eventId, errorMessage }: Sent): string {
  if (outcome === 'refused') return `refused: ${shown(errorMessage)}`;
  if (outcome === 'ignored') return 'ignored: a lead flow says so';
  return `${outcome}: person ${personId} ${shown(name)}, event ${eventId}`;
}

function buildLead({ source, type, firstName, lastName, email, phone, message }: Flags, command: Command): Lead {
  if (!email && !phone && !firstName && !lastName)
    command.error('error: say who it is: --email, --phone or a name, or name a file');
  return {
    type: type as Lead['type'],
    ...(source !== undefined && { source }),
    ...(message !== undefined && { message }),
    person: {
      ...(firstName !== undefined && { firstName }),
      ...(lastName !== undefined && { lastName }),
      ...(email !== undefined && { emails: [{ value: email }] }),
      ...(phone !== undefined && { phones: [{ value: phone }] }),
    },
  };
}
