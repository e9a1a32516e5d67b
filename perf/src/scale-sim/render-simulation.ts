import Table from 'cli-table3';
import type { MeasuredCosts } from './costs';
import type { Hardware, Load, Simulation } from './simulate';

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const some = (value: number): string => (value < 10 ? value.toFixed(1) : whole(value));
const table = (head: string[]): Table.Table =>
  new Table({
    head,
    style: { head: [], border: [] },
    colAligns: head.map((_, index) => (index === 0 ? 'left' : 'right')),
  });

/** A simulation as text. */
export function renderSimulation(load: Load, costs: MeasuredCosts, hardware: Hardware, simulation: Simulation): string {
  const { rates, needs, machines, price, limits } = simulation;
  const parts = table(['', 'busy cores', 'processes', 'memory GB', 'storage GB']);
  for (const need of needs)
    parts.push([
      need.component,
      some(need.busyCores),
      whole(need.processes),
      some(need.memoryGb),
      need.storageGb === 0 ? '' : whole(need.storageGb),
    ]);
  const ends = table(['what breaks first', 'today', 'this load', 'then']);
  for (const limit of limits)
    ends.push([
      limit.what,
      whole(limit.today),
      whole(limit.needed),
      limit.needed > limit.today ? limit.then : `room for ${some(limit.today / limit.needed)}x`,
    ]);
  return [
    `${whole(load.accounts)} accounts, ${whole(load.people)} people, ${whole(load.notificationsPerSecond)} notifications/s: ` +
      `${whole(rates.leadNew + rates.leadKnown)} leads/s (${whole(rates.leadNew)} of new people), ${whole(rates.get)} reads/s, ${whole(rates.list)} lists/s.`,
    `Costs as measured on: ${costs.machine}.`,
    parts.toString(),
    `${whole(machines)} machines of ${hardware.cores} cores and ${hardware.memoryGb} GB at ${whole(hardware.utilisation * 100)} % use; ` +
      `with storage ${whole(price)} a month (${hardware.price} a machine, ${hardware.storagePricePerGb} a GB).`,
    ends.toString(),
  ].join('\n');
}
