import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { isRefusal } from '@porchlight/errors';
import { wholeNumber } from '@porchlight/tools/src/operator/read-number';
import { ToolProblem } from '@porchlight/tools/src/send/connection';
import { stopOnSignals } from '../command-line';
import { runLoad } from './run-load';

const SMALL = 1_000;

async function load(options: { people: number; data?: string; again?: boolean }): Promise<void> {
  const stop = stopOnSignals();
  // cli-progress draws nothing on a pipe.
  const bar = new SingleBar({
    format: 'Account {account} {bar} {value}/{total} people, {events} events, {tasks} tasks, {eta_formatted} left',
    hideCursor: true,
  });
  try {
    let begun = 0;
    let there = 0;
    const sizes = [...new Set([SMALL, options.people])];
    await runLoad({
      sizes,
      data: options.data,
      again: options.again ?? false,
      signal: stop.signal,
      onAccount: ({ account, size: total, loaded, events, tasks }) => {
        begun = performance.now();
        there = loaded + events + tasks;
        bar.start(total, loaded, { account: account.id, events, tasks });
      },
      onProgress: ({ account, size: total }, { people, events, tasks }) => {
        bar.update(people, { account: account.id, events, tasks });
        if (people < total) return;
        bar.stop();
        const seconds = (performance.now() - begun) / 1_000;
        const rows = people + events + tasks - there;
        console.log(
          `Account ${account.id}: ${people} people, ${events} events, ${tasks} tasks; ${rows} rows in ${seconds.toFixed(1)} s (${Math.round(rows / seconds)} rows/s).`,
        );
      },
    });
    bar.stop();
    console.log(
      "Accounts, users and keys are in load.json of the data folder. 'npm run bench -- --only scale' measures them. " +
        "Deals and marketing get copies of the people by 'npm run porchlight -- rebuild deals --account <id>', and marketing.",
    );
  } catch (error) {
    bar.stop();
    const known = error instanceof ToolProblem || isRefusal(error);
    console.error(
      stop.signal.aborted ? 'Stopped; the same command goes on from here.' : known ? (error as Error).message : error,
    );
    process.exitCode = 1;
  } finally {
    if (process.connected) process.disconnect();
  }
}

void new Command('load')
  .description(
    `Fills two accounts of the running stack: one with ${SMALL} people, one with as many as asked for, each person with events and tasks.`,
  )
  .option('--people <n>', 'people of the large account', wholeNumber(1, 1_000_000), 100_000)
  .option('--again', 'create new accounts even if they exist')
  .option('--data <folder>', 'data folder of the stack (default: .local)')
  .action(load)
  .parseAsync();
