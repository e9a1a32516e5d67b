import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES, VERSION } from '@porchlight/contracts';
import type { BackendChoice } from '@porchlight/tools/src/launcher/backend-choice';
import { NO_OPLOG, secantusArguments } from '@porchlight/tools/src/launcher/database-server';
import type { Programs } from './binaries';
import type { ClusterLayout, NodeName } from './cluster-layout';
import { writeArchive, writeLayer, type Image, type Layer } from './image-archive';
import { runProgram } from '@porchlight/tools/src/launcher/run-program';

export const PAUSE_IMAGE = 'docker.io/porchlight/pause:1';
export const COREDNS_IMAGE = 'docker.io/porchlight/coredns:1';
export const METRICS_SERVER_IMAGE = 'docker.io/porchlight/metrics-server:1';
export const TRAEFIK_IMAGE = 'docker.io/porchlight/traefik:1';
export const KAFKA_IMAGE = 'docker.io/porchlight/kafka:1';
export const DATABASE_IMAGE = 'docker.io/porchlight/database:1';
export const DATABASE_PORT = 27_017;
/** Prefix of the images of the release. */
export const IMAGE_REPOSITORY = 'docker.io/porchlight';
/** Both tags have the same content: an upgrade from one to the other replaces each pod. */
export const TAGS = [VERSION, `${VERSION}-next`] as const;

/** Where the bundles run; V8's compiled form is valid for this path only. */
const HOME = '/srv/app';
const USER = '65532:65532';
const MINUTE = 60_000;

/** Images of the cluster's own programs: each has one static program. */
export async function buildSystemImages(layout: ClusterLayout, programs: Programs): Promise<string> {
  const archive = join(layout.images, 'system.tar');
  const single = {
    pause: PAUSE_IMAGE,
    coredns: COREDNS_IMAGE,
    'metrics-server': METRICS_SERVER_IMAGE,
    traefik: TRAEFIK_IMAGE,
  } as const;
  const stamp = JSON.stringify(Object.keys(single).map((name) => programs[name as keyof typeof single]));
  if (isCurrent(archive, stamp)) return archive;
  const images: Image[] = [];
  for (const [name, image] of Object.entries(single)) {
    const folder = mkdtempSync(join(layout.images, `${name}-`));
    cpSync(programs[name as keyof typeof single], join(folder, name));
    const layer = await writeLayer(folder, join(layout.images, `${name}.tar`));
    rmSync(folder, { recursive: true });
    images.push({ names: [image], layers: [layer], config: { Entrypoint: [`/${name}`] } });
  }
  await writeArchive(images, archive);
  writeFileSync(`${archive}.stamp`, stamp);
  return archive;
}

/** Images of Node, Kafka and the database of this machine. */
export async function buildBackendImages(
  layout: ClusterLayout,
  root: string,
  backends: BackendChoice,
): Promise<string> {
  const { kafka, database } = backends;
  if (kafka.kind !== 'native' || database.kind !== 'secantus')
    throw new Error('The cluster needs the embedded Kafka and database: unset KAFKA_BROKERS and MONGODB_URI.');
  const archive = join(layout.images, 'backends.tar');
  const stamp = createHash('sha256')
    .update(JSON.stringify([kafka, database, process.version]))
    .update(readFileSync(join(root, 'lab', 'cluster', 'make-layers.sh')))
    .digest('hex');
  if (isCurrent(archive, stamp)) return archive;
  const libs = join(kafka.classPath.split(':')[0] ?? '', '..');
  const tools = await fetchKafkaTools(layout, libs);
  const script = join(root, 'lab', 'cluster', 'make-layers.sh');
  await runProgram(script, [layout.images, process.execPath, kafka.java, libs, tools, database.file], {
    timeoutMs: 3 * MINUTE,
  });
  const layers: Record<string, Layer> = {};
  for (const name of ['base', 'kafka', 'database']) {
    layers[name] = await writeLayer(join(layout.images, name), join(layout.images, `${name}.tar`));
    rmSync(join(layout.images, name), { recursive: true });
  }
  writeFileSync(join(layout.images, 'base.digest'), layers['base']!.digest);
  const image = (name: string, tag: string, config: Image['config']): Image => ({
    names: [tag],
    layers: [layers[name]!],
    config: { User: USER, ...config },
  });
  await writeArchive(
    [
      image('kafka', KAFKA_IMAGE, {
        Env: ['PATH=/usr/local/bin:/usr/bin:/bin'],
        Cmd: ['/usr/local/bin/stand-in-kafka'],
      }),
      image('database', DATABASE_IMAGE, {
        Env: Object.entries(NO_OPLOG).map(([name, value]) => `${name}=${value}`),
        Entrypoint: ['/opt/server/secantusdb.scripts/secantusd-rs'],
        Cmd: secantusArguments('0.0.0.0', DATABASE_PORT, '/data/db'),
      }),
    ],
    archive,
  );
  writeFileSync(`${archive}.stamp`, stamp);
  return archive;
}

/** Images of the services and of the operator's command line, from `dist` as `npm run build` made it. */
export async function buildReleaseImages(layout: ClusterLayout, root: string): Promise<string> {
  const archive = join(layout.images, 'release.tar');
  const hash = createHash('sha256').update(readFileSync(join(layout.images, 'base.digest')));
  for (const name of [...SERVICES.map((service) => `services/${service}`), 'tools/operator'])
    hash.update(readFileSync(join(root, 'dist', name, 'main.js')));
  const stamp = hash.digest('hex');
  if (isCurrent(archive, stamp)) return archive;
  const out = join(layout.images, 'release');
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  // The folder where the bundles will run exists only in this mount namespace.
  const script = 'mount -t tmpfs none /srv && exec "$0" deploy/docker/lay-out.mjs "$1" "$2"';
  await runProgram('unshare', ['--mount', 'sh', '-c', script, process.execPath, HOME, out], {
    cwd: root,
    timeoutMs: 5 * MINUTE,
  });
  const base = {
    file: join(layout.images, 'base.tar'),
    digest: readFileSync(join(layout.images, 'base.digest'), 'utf8'),
  };
  const images: Image[] = [];
  for (const name of [...SERVICES, 'operator']) {
    const folder = mkdtempSync(join(layout.images, `${name}-`));
    cpSync(join(out, name), join(folder, HOME), { recursive: true });
    const layer = await writeLayer(folder, join(layout.images, `${name}.tar`));
    rmSync(folder, { recursive: true });
    images.push({
      names: TAGS.map((tag) => `${IMAGE_REPOSITORY}/${name}:${tag}`),
      layers: [base, layer],
      config: describeService(root, name),
    });
  }
  rmSync(out, { recursive: true });
  await writeArchive(images, archive);
  writeFileSync(`${archive}.stamp`, stamp);
  return archive;
}

/** The environment of the Dockerfile, with this folder of the bundle. */
function describeService(root: string, name: string): Image['config'] {
  const dockerfile = readFileSync(join(root, 'deploy', 'docker', 'Dockerfile'), 'utf8');
  const [, block = ''] = /^ENV (NODE_ENV=(?:.*\\\n)*.*)$/m.exec(dockerfile) ?? [];
  const environment = [...block.matchAll(/([A-Z_]+)=("[^"]*"|\S+)/g)].map(
    ([, key, value = '']) => `${key}=${value.replaceAll('"', '')}`,
  );
  return {
    User: USER,
    WorkingDir: HOME,
    Env: [
      'PATH=/usr/local/bin',
      'SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt',
      ...environment.map((line) => line.replace('=/app/', `=${HOME}/`)),
      ...(name === 'gateway' ? [`CONSOLE_FOLDER=${HOME}/console`, `DOWNLOADS_FOLDER=${HOME}/downloads`] : []),
    ],
    Entrypoint: ['/usr/local/bin/node', ...(name === 'operator' ? [`${HOME}/main.js`] : [])],
    Cmd: [name === 'operator' ? '--help' : `${HOME}/main.js`],
  };
}

/** Imports an archive into containerd of a node unless this content is there. */
export async function importImages(layout: ClusterLayout, node: NodeName, archive: string): Promise<void> {
  const stamp = join(layout.node(node).path, `${archive.split('/').at(-1)}.imported`);
  const content = readFileSync(`${archive}.stamp`, 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === content) return;
  const { containerdSocket } = layout.node(node);
  await runProgram('ctr', ['-a', containerdSocket, '-n', 'k8s.io', 'images', 'import', archive], {
    timeoutMs: 5 * MINUTE,
  });
  writeFileSync(stamp, content);
}

const isCurrent = (archive: string, stamp: string): boolean =>
  existsSync(archive) && existsSync(`${archive}.stamp`) && readFileSync(`${archive}.stamp`, 'utf8') === stamp;

/** Kafka's command-line tools are a jar of their own, which the broker does not need. */
async function fetchKafkaTools(layout: ClusterLayout, libs: string): Promise<string> {
  const broker = readdirSync(libs).find((name) => /^kafka-clients-[\d.]+\.jar$/.test(name));
  const version = broker?.replace(/^kafka-clients-|\.jar$/g, '') ?? '';
  const file = join(layout.images, `kafka-tools-${version}.jar`);
  if (existsSync(file)) return file;
  const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';
  const args = [
    '-q',
    '-B',
    plugin,
    `-Dartifact=org.apache.kafka:kafka-tools:${version}`,
    `-DoutputDirectory=${layout.images}`,
  ];
  await runProgram('mvn', args, { timeoutMs: 5 * MINUTE });
  return file;
}
