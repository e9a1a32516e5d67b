import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastLines, mustRun, run } from './command.mjs';
import { megabytes, step } from './console.mjs';
import { ROOT } from './paths.mjs';

const HOME = join(ROOT, 'tools', 'bootstrap', 'kafka');
const POM = join(HOME, 'pom.xml');
const SETTINGS = join(HOME, 'server.properties');
/** The cluster id that every local broker is formatted with. */
const CLUSTER_ID = '4L6g3nShT-eMCtK--X86sw';
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
const JAR_COUNT = 46;
const TRAINING_MS = 60_000;

/** One folder per version of the pom, because clones may need different versions. */
function kafkaFolder(cache) {
  return join(cache, `kafka-${createHash('sha256').update(readFileSync(POM)).digest('hex').slice(0, 12)}`);
}

/** True if Kafka's jars are in the download cache. */
export function isKafkaCached(cache) {
  return existsSync(join(kafkaFolder(cache), 'libs', '.complete'));
}

/**
 * Downloads missing jars of Kafka with Maven, and creates the JVM's class archive, which halves the start time of the
 * broker.
 */
export async function prepareKafka(cache, java, maven) {
  const folder = kafkaFolder(cache);
  const libs = join(folder, 'libs');
  if (!isKafkaCached(cache)) await fetchJars(maven, folder, libs);
  const archive = join(folder, `classes-${archiveKey(java, libs)}.jsa`);
  if (!existsSync(archive)) await trainArchive(java, libs, archive);
  return {
    kind: 'native',
    java,
    classPath: buildClassPath(libs),
    options: [...jvmOptions(), ...(existsSync(archive) ? ['-Xshare:auto', `-XX:SharedArchiveFile=${archive}`] : [])],
    clusterId: CLUSTER_ID,
    settingsFile: SETTINGS,
  };
}

async function fetchJars(maven, folder, libs) {
  step(`Kafka: ${JAR_COUNT} jars, about 44 MB to download …`);
  mkdirSync(folder, { recursive: true });
  const target = mkdtempSync(join(folder, 'libs-'));
  let told = Date.now();
  let jars = 0;
  const onLine = (line) => {
    if (/Downloaded from .*\.jar/.test(line)) jars += 1;
    if (jars === 0 || Date.now() - told < 3_000) return;
    told = Date.now();
    step(`Kafka: ${jars} of ${JAR_COUNT} jars fetched`);
  };
  const args = ['-B', '-f', POM, COPY, '-DincludeScope=runtime', `-DoutputDirectory=${target}`];
  await mustRun(maven, args, 'Fetching Kafka by Maven failed', { onLine }).catch((error) => {
    rmSync(target, { recursive: true, force: true });
    throw error;
  });
  const files = readdirSync(target).filter((file) => file.endsWith('.jar'));
  const size = files.reduce((total, file) => total + statSync(join(target, file)).size, 0);
  writeFileSync(join(target, '.complete'), '');
  rmSync(libs, { recursive: true, force: true });
  renameSync(target, libs);
  step(`Kafka: ${files.length} jars ready (${megabytes(size)})`);
}

/** The archive is valid for one JVM and one class path only. */
function archiveKey(java, libs) {
  return createHash('sha256')
    .update(`${java}|${libs}|${readFileSync(join(HOME, 'jvm.options'), 'utf8')}`)
    .digest('hex')
    .slice(0, 12);
}

/**
 * Starts a broker once in a temporary folder so that the JVM archives the loaded classes. If it fails, starts are only
 * slower.
 */
async function trainArchive(java, libs, archive) {
  const folder = mkdtempSync(join(tmpdir(), 'porchlight-kafka-'));
  const draft = `${archive}.${process.pid}`;
  try {
    const [port, controllerPort] = await freePorts(2);
    const properties = join(folder, 'server.properties');
    writeFileSync(properties, serverProperties({ port, controllerPort, folder: join(folder, 'data') }));
    const classPath = ['-cp', buildClassPath(libs)];
    const tool = ['kafka.tools.StorageTool', 'format', '--ignore-formatted', '-t', CLUSTER_ID, '-c', properties];
    const format = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', ...classPath, ...tool];
    const formatted = await run(java, format, { timeoutMs: TRAINING_MS });
    if (formatted.code !== 0) throw new Error(lastLines(formatted.output));
    const options = [...jvmOptions(), `-XX:ArchiveClassesAtExit=${draft}`];
    await runUntilStarted(java, [...options, ...classPath, 'kafka.Kafka', properties]);
    if (existsSync(draft)) renameSync(draft, archive);
  } catch (error) {
    step(`Kafka: no class archive (${error.message.split('\n')[0]}); the broker will start a little slower`);
  } finally {
    rmSync(draft, { force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The jars in sorted order: the class archive checks the exact class path. */
function buildClassPath(libs) {
  return readdirSync(libs)
    .filter((file) => file.endsWith('.jar'))
    .sort()
    .map((file) => join(libs, file))
    .join(':');
}

/** JVM flags of the local broker, one per line in kafka/jvm.options. */
function jvmOptions() {
  return readFileSync(join(HOME, 'jvm.options'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('-'));
}

/** The broker's settings, from kafka/server.properties. */
function serverProperties({ port, controllerPort, folder }) {
  const voters = `1@127.0.0.1:${controllerPort}`;
  const values = { node: 1, voters, replication: 1, inSync: 1, port, controllerPort, folder };
  return readFileSync(SETTINGS, 'utf8').replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function runUntilStarted(java, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(java, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const timer = setTimeout(() => child.kill('SIGKILL'), TRAINING_MS);
    let output = '';
    const take = (chunk) => {
      output = (output + chunk).slice(-65_536);
      if (/Kafka Server started/.test(output)) child.kill('SIGTERM');
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(timer);
      if (/Kafka Server started/.test(output)) resolve();
      else reject(new Error(lastLines(output, 1)));
    });
  });
}

async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => server.address().port);
  for (const server of servers) server.close();
  return ports;
}
