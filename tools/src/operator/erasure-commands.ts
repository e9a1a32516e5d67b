import { PersonServiceDefinition } from '@porchlight/contracts';
import { isRefusal } from '@porchlight/errors';
import { createRpcClient } from '@porchlight/rpc';
import type { Command } from 'commander';
import { resolveFromCaller } from '../launcher/project-root';
import { findAddress } from './backup-commands';
import { exportErasures, findRestored, readErasures, recordErasure, type Erasure } from './erasures-file';
import { openOperatorChannel, openOperatorClient } from './operator-client';
import { printResult } from './print';
import { readId } from './read-number';
import { findTarget, type TargetOptions } from './target';

const CALL_TIMEOUT_MS = 60_000;

interface Flags extends TargetOptions {
  readonly mongodb?: string;
}

/** Adds `erasures export|replay|confirm`: erased people and deleted accounts, which a restored backup brings back. */
export function addErasureCommands(program: Command): void {
  const erasures = program
    .command('erasures')
    .description('erased people and deleted accounts, for the time after a restore')
    .option('--mongodb <uri>', 'address of the database server (or MONGODB_URI, or PEOPLE_MONGODB_URI and so on)');
  erasures
    .command('export')
    .description('add them to a list of ids and times outside the databases; backup does so too')
    .requiredOption('--to <file>', 'the list; made when it is not there')
    .action(async ({ to }: { to: string }, command: Command) => {
      const flags = command.optsWithGlobals<Flags>();
      const count = await exportErasures(
        (service) => findAddress(service, flags, flags.mongodb),
        resolveFromCaller(to),
      );
      printResult({ count }, flags.output, () => `${count} erasures are listed.`);
    });
  erasures
    .command('confirm')
    .description('record that a version before 0.4 erased a person, then redrive the dead letters of that erasure')
    .requiredOption('--account <id>', 'account', readId)
    .requiredOption('--person <id>', 'person; it must not exist', readId)
    .action(async ({ account, person: id }: { account: number; person: number }, command: Command) => {
      const flags = command.optsWithGlobals<Flags>();
      await recordErasure((service) => findAddress(service, flags, flags.mongodb), { account, id, at: new Date() });
      printResult(
        { account, id },
        flags.output,
        () => `The erasure of person ${id} is recorded. Redrive its dead letters.`,
      );
    });
  erasures
    .command('replay')
    .description('erase again what a restore brought back, with the services running and before clients are let in')
    .requiredOption('--from <file>', 'a list that export or backup wrote')
    .action(async ({ from }: { from: string }, command: Command) => {
      const flags = command.optsWithGlobals<Flags>();
      const listed = readErasures(resolveFromCaller(from));
      const restored = await findRestored((service) => findAddress(service, flags, flags.mongodb), listed);
      await replay(restored, flags);
      const result = { listed: listed.length, erased: restored.length };
      printResult(result, flags.output, () => `${restored.length} of ${listed.length} erasures were repeated.`);
    });
}

/** Erases people and deletes accounts; may be repeated. */
async function replay(restored: readonly Erasure[], flags: Flags): Promise<void> {
  // The option --address names one service.
  const { address: _address, ...target } = flags;
  const people = openOperatorChannel(findTarget(target, 'people'));
  const auth = openOperatorClient(findTarget(target, 'auth'));
  try {
    const persons = createRpcClient(PersonServiceDefinition, people);
    for (const one of restored) {
      if (one.kind === 'account') {
        await auth.accounts.changeAccount({ accountId: one.account, status: 'Deleted' }, auth.as);
        continue;
      }
      // Calls of a user require a user id; the owner of an account has id 1.
      const actor = { accountId: one.account, userId: 1, role: 'Owner', userName: 'operator' } as const;
      await persons.erasePerson({ id: one.id }, { actor, timeoutMs: CALL_TIMEOUT_MS }).catch(unlessMerged);
    }
  } finally {
    await Promise.all([people.close(), auth.close()]);
  }
}

/** A person that was merged is erased with its survivor, which has an entry of its own. */
const unlessMerged = (error: unknown): void => {
  if (!isRefusal(error) || !['NOT_FOUND', 'MERGED'].includes(error.reason)) throw error;
};
