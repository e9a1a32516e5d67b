import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { licenceProblems, NAMED_IN_README, NAMED_OTHERWISE, renderLicences } from '../src/docs/licences-page';

const ROOT = join(__dirname, '..', '..');
const read = (...path: string[]): string => readFileSync(join(ROOT, ...path), 'utf8');

interface LockEntry {
  readonly version?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly os?: readonly string[];
}
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockEntry> };
const packages = Object.entries(lock.packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);

/** Packages with an install script. All work without it, and it never runs. */
const INSTALL_SCRIPTS = [
  '@bufbuild/buf',
  '@parcel/watcher',
  '@swc/core',
  'cpu-features',
  'esbuild',
  'nx',
  'protobufjs',
  'ssh2',
];

describe('what the project is made of', () => {
  it('is locked with a hash each, and names no registry', () => {
    expect(packages.length).toBeGreaterThan(500);
    // Binaries of other platforms that the registry at hand did not serve when the lock file was made.
    expect(packages.filter(([, { integrity, os }]) => !integrity && !os).map(([path]) => path)).toEqual([]);
    expect(packages.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
  });

  it('contains install scripts only in listed packages, and runs none', () => {
    const versions = packages
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.replace(/^.*node_modules\//, ''));
    expect([...new Set(versions)].filter((name) => !INSTALL_SCRIPTS.includes(name))).toEqual([]);
    expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
    expect(read('deploy', 'docker', 'Dockerfile')).toContain('npm ci --ignore-scripts');
  });

  it('is under licences that are known and allowed, as docs/licences.md lists them', () => {
    expect(licenceProblems(ROOT)).toEqual([]);
    expect(read('docs', 'licences.md')).toBe(renderLicences(ROOT));
  });

  it('names licences for packages that say theirs in the old way as these themselves do', () => {
    for (const [name, licence] of Object.entries(NAMED_OTHERWISE)) {
      // ssh2 asks for the others only where its platform can compile them.
      if (!existsSync(join(ROOT, 'node_modules', name))) continue;
      const { licenses } = JSON.parse(read('node_modules', name, 'package.json')) as { licenses: { type: string }[] };
      expect({ name, types: licenses.map(({ type }) => type) }).toEqual({ name, types: [licence] });
      expect(read('node_modules', name, 'LICENSE')).toContain(
        'Permission is hereby granted, free of charge, to any person obtaining a copy',
      );
    }
  });

  it('names licences for packages that state theirs only in the Readme as these themselves do', () => {
    for (const [name, licence] of Object.entries(NAMED_IN_README)) {
      expect(read('node_modules', name, 'Readme.md')).toContain(`[${licence} license]`);
    }
  });
});

describe('images', () => {
  const compose = parse(read('docker-compose.yml'), { merge: true }) as {
    'x-kafka': string;
    services: Record<string, { image: string; build?: { target: string } }>;
  };

  it('of Kafka are one version in compose, the jars and the chart', () => {
    const version = /<kafka.version>([^<]+)</.exec(read('tools', 'bootstrap', 'kafka', 'pom.xml'))?.[1];
    const chart = parse(read('deploy', 'helm', 'porchlight', 'values.yaml')) as { kafka: { image: string } };
    expect(compose['x-kafka']).toBe(`apache/kafka:${version}`);
    expect(chart.kafka.image).toBe(compose['x-kafka']);
  });

  it('of Node are the version that npm installs', () => {
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      optionalDependencies: Record<string, string>;
    };
    const [version, ...others] = new Set(Object.values(optionalDependencies));
    expect(others).toEqual([]);
    expect(read('deploy', 'docker', 'Dockerfile')).toContain(`ARG NODE_IMAGE=node:${version}-`);
  });

  it('are built for each service, by compose and the chart alike', () => {
    const services = readdirSync(join(ROOT, 'services')).filter((name) =>
      existsSync(join(ROOT, 'services', name, 'src', 'main.ts')),
    );
    const backends = services.filter((name) => name !== 'console');
    const chart = parse(read('deploy', 'helm', 'porchlight', 'values.yaml')) as { services: Record<string, object> };
    expect(Object.keys(chart.services).sort()).toEqual(backends.sort());
    const built = Object.values(compose.services).flatMap(({ build }) => build?.target ?? []);
    expect(built.sort()).toEqual([...backends, 'operator'].sort());
  });
});
