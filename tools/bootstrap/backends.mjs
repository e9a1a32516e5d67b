import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { step, SetUpProblem } from './console.mjs';
import { findEngine, hasImage, pullImage } from './docker-engine.mjs';
import { isKafkaCached, prepareKafka } from './kafka.mjs';
import { findJava, findMaven, findPython } from './machine.mjs';
import { ROOT, downloadCache, findProgram } from './paths.mjs';
import { isSecantusCached, prepareSecantus, runsSecantus } from './secantus.mjs';

/** Size of Kafka's jars with the class archive of the JVM, and of the database, MB. */
const KAFKA_MB = 110;
const SECANTUS_MB = 60;
const NO_DATABASE =
  'The embedded database runs on Linux x86_64 only: start a Docker engine, install mongod, or set MONGODB_URI=mongodb://….';

/**
 * Chooses the source of Kafka and the database (tools/README.md): addresses in the environment, else containers, else
 * programs on this machine. BACKENDS=native excludes containers, BACKENDS=containers requires
 * them. Returns `problems` (a sentence for everything that this machine lacks), `megabytes` (size of what is not in the
 * download cache), and `fetch`, which downloads that and returns the launcher's start options.
 */
export async function chooseBackends(env = process.env) {
  const kind = env.BACKENDS || '';
  if (!['', 'native', 'containers'].includes(kind))
    throw new SetUpProblem(`BACKENDS is 'native' or 'containers', not '${kind}'.`);
  const engine = kind === 'native' ? undefined : await findEngine(env);
  const cache = downloadCache();
  const images = pinnedImages();
  if (kind === 'containers') return insistOnContainers(engine, images);
  const choices = await Promise.all([
    chooseKafka(env, engine, images.kafka, cache),
    chooseDatabase(env, engine, images.database, cache),
  ]);
  return {
    problems: choices.flatMap(({ problems = [] }) => problems),
    megabytes: choices.reduce((sum, { megabytes = 0 }) => sum + megabytes, 0),
    async fetch() {
      const outcome = await Promise.allSettled(choices.map(({ fetch }) => fetch()));
      for (const { reason } of outcome) if (reason) throw reason;
      return report({ kafka: outcome[0].value, database: outcome[1].value });
    },
  };
}

/** The images of Kafka and the database, pinned in docker-compose.yml. */
function pinnedImages() {
  const text = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
  const image = (name) => new RegExp(`^x-${name}: &\\S+ (\\S+)$`, 'm').exec(text)?.[1];
  return { kafka: image('kafka'), database: image('mongodb') };
}

/** Both in containers, or a description of the problem. */
function insistOnContainers(engine, images) {
  if (!engine)
    throw new SetUpProblem(
      'BACKENDS=containers, but no Docker engine answers: start one (DOCKER_HOST, /var/run/docker.sock), or unset BACKENDS.',
    );
  const fetch = async () => {
    for (const image of Object.values(images)) {
      if ((await hasImage(engine, image)) || (await pullImage(engine, image, step))) continue;
      throw new SetUpProblem(
        `BACKENDS=containers, but the image ${image} is not available: lab/images/build-stand-ins.sh builds one without a registry.`,
      );
    }
    return report({
      kafka: { kind: 'container', image: images.kafka },
      database: { kind: 'container', image: images.database },
    });
  };
  return { problems: [], megabytes: 0, fetch };
}

/** Prints the choice. */
function report(choice) {
  for (const [what, { kind, image, file, uri, brokers }] of Object.entries(choice)) {
    const where = image ?? file?.split('/').at(-1) ?? brokers?.join(',') ?? uri?.replace(/\/\/[^@]*@/, '//…@') ?? '';
    step(`backend: ${what} by ${kind}${where ? ` (${where})` : ''}`);
  }
  return choice;
}

async function chooseKafka(env, engine, image, cache) {
  if (env.KAFKA_BROKERS) return { fetch: () => ({ kind: 'address', brokers: env.KAFKA_BROKERS.split(',') }) };
  if (engine && (await hasImage(engine, image))) return { fetch: () => ({ kind: 'container', image }) };
  const java = await findJava(env);
  if (java.file && isKafkaCached(cache)) return { fetch: () => prepareKafka(cache, java.file) };
  const maven = await findMaven();
  const problems = [java, ...(isKafkaCached(cache) ? [] : [maven])].flatMap(advise('Kafka', 'KAFKA_BROKERS=host:port'));
  return orPull(engine, image, problems, KAFKA_MB, () => prepareKafka(cache, java.file, maven.file));
}

async function chooseDatabase(env, engine, image, cache) {
  if (env.MONGODB_URI) return { fetch: () => ({ kind: 'address', uri: env.MONGODB_URI }) };
  if (engine && (await hasImage(engine, image))) return { fetch: () => ({ kind: 'container', image }) };
  const mongod = findProgram('mongod');
  if (mongod) return { fetch: () => ({ kind: 'mongod', file: mongod }) };
  const secantus = findProgram('secantusd-rs');
  if (secantus) return { fetch: () => ({ kind: 'secantus', file: secantus }) };
  if (isSecantusCached(cache)) return { fetch: () => prepareSecantus(cache) };
  if (!runsSecantus()) return orPull(engine, image, [NO_DATABASE], 0, () => undefined);
  const python = await findPython();
  const problems = [python].flatMap(advise('The database', 'MONGODB_URI=mongodb://…'));
  return orPull(engine, image, problems, SECANTUS_MB, () => prepareSecantus(cache, python.file));
}

/** With an engine: the image, if it is available. Otherwise a program of this machine, if there is one. */
function orPull(engine, image, problems, megabytes, fetch) {
  if (!engine) return { problems, megabytes, fetch };
  return {
    async fetch() {
      if (await pullImage(engine, image, step)) return { kind: 'container', image };
      if (problems.length > 0) throw new SetUpProblem(problems.join('\n'));
      return fetch();
    },
  };
}

/** A sentence about a missing program. */
const advise =
  (purpose, variable) =>
  ({ file, name, found, install }) =>
    file
      ? []
      : `${purpose} needs ${name}${found ? `, and this machine has ${found}` : ''}: install it (${install}), start a Docker engine, or set ${variable}.`;
