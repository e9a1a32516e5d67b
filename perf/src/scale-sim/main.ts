import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { numberBetween } from '@porchlight/tools/src/operator/read-number';
import { computeCosts, measuredCosts, type MeasuredCosts } from './costs';
import { renderSimulation } from './render-simulation';
import { simulate, type Hardware, type Load } from './simulate';

/** Costs of the last stored measurement. */
const KEPT = join('perf', 'src', 'scale-sim', 'measured-costs.json');

const share = numberBetween(0, 1);

type Options = Load & Hardware & { bench?: string; keep?: boolean };

function run(options: Options): void {
  let costs: MeasuredCosts = measuredCosts.parse(JSON.parse(readFileSync(KEPT, 'utf8')));
  if (options.bench) costs = computeCosts(JSON.parse(readFileSync(options.bench, 'utf8')), costs);
  if (options.keep) writeFileSync(KEPT, `${JSON.stringify(costs, null, 2)}\n`);
  console.log(renderSimulation(options, costs, options, simulate(options, costs, options)));
}

new Command('scale-sim')
  .description('Computes machines and cost for a load from measured costs.')
  .option('--accounts <n>', 'accounts', numberBetween(1), 10_000)
  .option('--people <n>', 'people of all accounts', numberBetween(1), 1_000_000_000)
  .option('--notifications-per-second <n>', 'notifications in the busiest second', numberBetween(1), 50_000)
  .option('--webhooks-per-change <n>', 'webhooks per change', numberBetween(1), 4)
  .option('--known-share <share>', 'share of leads with a known person, 0 to 1', share, 0.7)
  .option('--reads-per-lead <n>', 'reads for each lead', numberBetween(0), 3)
  .option('--list-share <share>', 'share of reads that are lists, 0 to 1', share, 0.3)
  .option('--mean-share <share>', 'mean load as a share of the peak, 0 to 1', share, 0.3)
  .option('--keep-days <n>', 'retention of deliveries in days', numberBetween(1), 30)
  .option('--cores <n>', 'cores of a machine', numberBetween(1), 16)
  .option('--memory-gb <n>', 'memory of a machine', numberBetween(1), 64)
  .option('--price <n>', 'price of a machine per month', numberBetween(0), 500)
  .option('--storage-price-per-gb <n>', 'price of a GB per month', numberBetween(0), 0.1)
  .option('--storage-per-node-gb <n>', 'storage of one shard or broker', numberBetween(1), 4_000)
  .option('--copies <n>', 'copies of each shard and partition', numberBetween(1), 3)
  .option('--utilisation <share>', 'planned utilization of a core', numberBetween(0.05, 1), 0.6)
  .option('--core-factor <n>', 'speed of a core relative to the measured one', numberBetween(0.1), 1)
  .option('--bench <file>', "take costs from this report of 'npm run bench -- --json FILE'")
  .option('--keep', 'store these costs as the default')
  .action(run)
  .parse();
