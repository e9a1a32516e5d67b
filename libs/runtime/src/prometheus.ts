// Imports the required parts of prom-client separately: its index also loads the push gateway (HTTPS), cluster support
// and its own metrics, 11 MB of unused memory. The types come from the index and have no cost.
import type * as client from 'prom-client';
// @ts-expect-error the file has no declarations of its own
import CounterClass from 'prom-client/lib/counter';
// @ts-expect-error the file has no declarations of its own
import GaugeClass from 'prom-client/lib/gauge';
// @ts-expect-error the file has no declarations of its own
import HistogramClass from 'prom-client/lib/histogram';
// @ts-expect-error the file has no declarations of its own
import RegistryClass from 'prom-client/lib/registry';

export type Counter<L extends string = string> = client.Counter<L>;
export type Gauge<L extends string = string> = client.Gauge<L>;
export type Histogram<L extends string = string> = client.Histogram<L>;
export type Registry = client.Registry;

export const Counter = CounterClass as typeof client.Counter;
export const Gauge = GaugeClass as typeof client.Gauge;
export const Histogram = HistogramClass as typeof client.Histogram;
export const Registry = RegistryClass as typeof client.Registry;
