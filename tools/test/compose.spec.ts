import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES, type ServiceName } from '@porchlight/contracts';
import { describeConfig } from '@porchlight/runtime';
import { parse } from 'yaml';
import { loadConfigSchemas } from '../src/docs/load-config-schemas';
import { dataFolderAt } from '../src/launcher/data-folder';
import { listServiceKeys } from '../src/launcher/service-keys';

const ROOT = join(__dirname, '..', '..');
const read = (...path: string[]): string => readFileSync(join(ROOT, ...path), 'utf8');

/** A mount of a folder of a volume. */
interface VolumeMount {
  readonly source: string;
  readonly target: string;
  readonly read_only?: boolean;
  readonly volume?: { readonly subpath?: string };
}
interface Service {
  readonly image: string;
  readonly profiles?: readonly string[];
  readonly volumes?: readonly (string | VolumeMount)[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly environment?: Readonly<Record<string, unknown>>;
}
const { services, volumes } = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};

it('mounts only files of the repository and its own volumes: it needs no other command before', () => {
  for (const mount of Object.values(services).flatMap((service) => service.volumes ?? [])) {
    const [source = ''] = typeof mount === 'string' ? mount.split(':') : [mount.source];
    const isThere = source.startsWith('./') ? existsSync(join(ROOT, source)) : source in volumes;
    expect({ source, isThere }).toEqual({ source, isThere: true });
  }
});

it('pins the version of each image', () => {
  const foreign = Object.values(services).filter(({ image }) => !image.startsWith('porchlight/'));
  expect(foreign.length).toBeGreaterThan(4);
  for (const { image } of foreign) expect(image).toMatch(/:v?\d+\.\d+/);
});

it('starts each service after the keys exist', () => {
  for (const name of SERVICES.filter((one) => one !== 'gateway'))
    expect(services[name]?.depends_on?.['keys']).toEqual({ condition: 'service_completed_successfully' });
  expect(Object.keys(services['gateway']?.depends_on ?? {}).sort()).toEqual(
    SERVICES.filter((one) => one !== 'gateway').sort(),
  );
});

it('gives each service all settings that it requires, with keys and certificates of the volume', async () => {
  for (const { service, schema } of await loadConfigSchemas(ROOT)) {
    const environment = services[service]?.environment ?? {};
    const missing = describeConfig(schema).filter(({ name, required }) => required && !(name in environment));
    expect({ service, missing: missing.map(({ name }) => name) }).toEqual({ service, missing: [] });
    const files = Object.entries(environment).filter(([name, value]) => /_(KEY|CERT)_FILE$/.test(name) && value !== '');
    for (const [name, value] of files)
      expect({ name, value }).toEqual({ name, value: expect.stringMatching(/^\/run\/porchlight\/(keys|tls)\//) });
  }
});

it('N9 mounts for each service only the keys that it reads', async () => {
  const folder = dataFolderAt('/run/porchlight');
  for (const { service, schema } of await loadConfigSchemas(ROOT)) {
    const mount = { source: 'keys', target: folder.path, read_only: true, volume: { subpath: `services/${service}` } };
    expect(services[service]?.volumes).toEqual([expect.objectContaining(mount)]);
    const settings = new Set(describeConfig(schema).map(({ name }) => name));
    const read = Object.entries(services[service]?.environment ?? {})
      .filter(([name, value]) => settings.has(name) && `${value as string}`.startsWith(folder.path))
      .map(([, value]) => value);
    expect({ service, keys: [...listServiceKeys(folder, service as ServiceName)].sort() }).toEqual({
      service,
      keys: [...new Set(read)].sort(),
    });
  }
});

it('scrapes each service, and shows each dashboard, in the profile monitoring', () => {
  const { scrape_configs, rule_files } = parse(read('deploy', 'observability', 'prometheus.yml')) as {
    scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[];
    rule_files: string[];
  };
  expect(scrape_configs.flatMap((job) => job.static_configs.flatMap(({ targets }) => targets)).sort()).toEqual(
    SERVICES.map((name) => `${name}:9101`).sort(),
  );
  // The alerts select jobs by this name.
  for (const { job_name } of scrape_configs) expect(job_name).toMatch(/^porchlight/);
  for (const file of rule_files) expect(existsSync(join(ROOT, 'deploy', 'observability', file))).toBe(true);
  expect(readdirSync(join(ROOT, 'deploy', 'observability', 'dashboards')).length).toBeGreaterThan(SERVICES.length);
  expect(services['prometheus']?.profiles).toEqual(['monitoring']);
  expect(services['grafana']?.profiles).toEqual(['monitoring']);
});
