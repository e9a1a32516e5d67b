import { describeConfig, renderConfigTable, type ConfigEntry } from '@porchlight/runtime';
import { page } from './markdown';
import type { ServiceSchema } from './load-config-schemas';

interface Section {
  /** Services with the same description of these variables. */
  readonly services: readonly string[];
  readonly entries: readonly ConfigEntry[];
}

/** Variables by services, so that each is described once. */
const listSections = (schemas: readonly ServiceSchema[]): Section[] => {
  const holders = new Map<string, { entry: ConfigEntry; services: string[] }>();
  for (const { service, schema } of schemas)
    for (const entry of describeConfig(schema)) {
      const key = JSON.stringify(entry);
      const holder = holders.get(key);
      if (holder) holder.services.push(service);
      else holders.set(key, { entry, services: [service] });
    }
  const sections = new Map<string, { services: string[]; entries: ConfigEntry[] }>();
  for (const { entry, services } of holders.values()) {
    const key = services.join();
    const section = sections.get(key) ?? { services, entries: [] };
    section.entries.push(entry);
    sections.set(key, section);
  }
  return [...sections.values()].sort((a, b) => b.services.length - a.services.length);
};

/** docs/config.md: every variable of every service. */
export const renderConfigPage = (schemas: readonly ServiceSchema[]): string =>
  page('Configuration', [
    'A service reads its environment once, at start, and names every problem at once; it then exits with code 78. Files named by ' +
      'a `…_FILE` variable are read at start. An empty variable counts as absent. Lists are written with commas, time spans in ' +
      'milliseconds, addresses as `host:port`. A service takes the variables of every section that names it.',
    ...listSections(schemas).flatMap(({ services, entries }) => [
      `## ${services.length === schemas.length ? 'Every service' : services.join(', ')}`,
      renderConfigTable(entries).trimEnd(),
    ]),
  ]);
