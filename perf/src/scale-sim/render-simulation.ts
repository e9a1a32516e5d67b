import { formatTable } from '@porchlight/tools/src/operator/print';
import type { MeasuredCosts } from './costs';
import type { Hardware, Load, Simulation } from './simulate';

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const some = (value: number): string => (value < 10 ? value.toFixed(1) : whole(value));

/** A simulation as text. */
export function renderSimulation(load: Load, costs: MeasuredCosts, hardware: Hardware, simulation: Simulation): string {
  const { rates, needs, machines, price, limits } = simulation;
  const parts = needs.map((need) => [
    need.component,
    some(need.busyCores),
    whole(need.processes),
    some(need.memoryGb),
    need.storageGb === 0 ? '' : whole(need.storageGb),
  ]);
  const ends = limits.map((limit) => [
    limit.what,
    whole(limit.today),
    whole(limit.needed),
    limit.needed > limit.today ? limit.then : `room for ${some(limit.today / limit.needed)}x`,
  ]);
  return [
    `${whole(load.accounts)} accounts, ${whole(load.people)} people, ${whole(load.notificationsPerSecond)} notifications/s: ` +
      `${whole(rates.leadNew + rates.leadKnown)} leads/s (${whole(rates.leadNew)} of new people), ${whole(rates.get)} reads/s, ${whole(rates.list)} lists/s.`,
    `Costs as measured on: ${costs.machine}.`,
    formatTable(['', 'busy cores', 'processes', 'memory GB', 'storage GB'], parts, { align: 'right' }),
    `${whole(machines)} machines of ${hardware.cores} cores and ${hardware.memoryGb} GB at ${whole(hardware.utilisation * 100)} % use; ` +
      `with storage ${whole(price)} a month (${hardware.price} a machine, ${hardware.storagePricePerGb} a GB).`,
    formatTable(['what breaks first', 'today', 'this load', 'then'], ends, { align: 'right' }),
  ].join('\n');
}
