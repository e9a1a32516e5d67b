import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { step, SetUpProblem } from './console.mjs';
import { findEngine, hasImage, pullImage } from './docker-engine.mjs';
import { isKafkaCached, prepareKafka } from './kafka.mjs';
import { findJava, findMaven, findPython } from './machine.mjs';
import { ROOT, downloadCache, findProgram } from './paths.mjs';
import { isSecantusCached, prepareSecantus } from './secantus.mjs';

/**
 * Chooses the source of Kafka and the database (tools/README.md): addresses in the environment, else containers, else
 * programs on this machine. BACKENDS=native (or PORCHLIGHT_NATIVE=1) excludes containers, BACKENDS=containers requires
 * them. Throws immediately and names everything that this machine lacks. Returns a function that downloads what is
 * missing and returns the launcher's start options.
 */
export async function chooseBackends(env = process.env) {
  const wanted = env.BACKENDS || (env.PORCHLIGHT_NATIVE ? 'native' : '');
  if (!['', 'native', 'containers'].includes(wanted))
    throw new SetUpProblem(`BACKENDS is 'native' or 'containers', not '${wanted}'.`);
  const engine = wanted === 'native' ? undefined : await findEngine(env);
  const cache = downloadCache();
  const images = pinnedImages();
  if (wanted === 'containers') return insistOnContainers(engine, images);
  const choices = await Promise.all([
    chooseKafka(env, engine, images.kafka, cache),
    chooseDatabase(env, engine, images.database, cache),
  ]);
  const problems = choices.flatMap(({ problem }) => (problem ? [problem] : []));
  if (problems.length > 0) throw new SetUpProblem(problems.join('\n\n'));
  return async () => {
    const outcome = await Promise.allSettled(choices.map(({ fetch }) => fetch()));
    for (const { reason } of outcome) if (reason) throw reason;
    return told({ kafka: outcome[0].value, database: outcome[1].value });
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
    throw new SetUpProblem('BACKENDS=containers, but no Docker engine answers (DOCKER_HOST, /var/run/docker.sock).');
  return async () => {
    for (const image of Object.values(images)) {
      if ((await hasImage(engine, image)) || (await pullImage(engine, image, step))) continue;
      throw new SetUpProblem(
        `BACKENDS=containers, but the image ${image} is not to be had. Without a registry: lab/images/build-stand-ins.sh.`,
      );
    }
    return told({
      kafka: { kind: 'container', image: images.kafka },
      database: { kind: 'container', image: images.database },
    });
  };
}

/** Prints the choice. */
function told(choice) {
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
  const missing = [java.problem, maven.problem].filter(Boolean);
  const problem = missing.length > 0 ? advice('Kafka', missing, 'KAFKA_BROKERS=host:port') : undefined;
  return orPull(engine, image, problem, () => prepareKafka(cache, java.file, maven.file));
}

async function chooseDatabase(env, engine, image, cache) {
  if (env.MONGODB_URI) return { fetch: () => ({ kind: 'address', uri: env.MONGODB_URI }) };
  if (engine && (await hasImage(engine, image))) return { fetch: () => ({ kind: 'container', image }) };
  const mongod = findProgram('mongod');
  if (mongod) return { fetch: () => ({ kind: 'mongod', file: mongod }) };
  const secantus = findProgram('secantusd-rs');
  if (secantus) return { fetch: () => ({ kind: 'secantus', file: secantus }) };
  if (isSecantusCached(cache)) return { fetch: () => prepareSecantus(cache) };
  const python = await findPython();
  const problem = python.problem ? advice('the database', [python.problem], 'MONGODB_URI=mongodb://…') : undefined;
  return orPull(engine, image, problem, () => prepareSecantus(cache, python.file));
}

/** With an engine: the image, if it is available. Otherwise a program of this machine, if there is one. */
function orPull(engine, image, problem, fetch) {
  if (!engine) return { problem, fetch };
  return {
    async fetch() {
      if (await pullImage(engine, image, step)) return { kind: 'container', image };
      if (problem) throw new SetUpProblem(problem);
      return fetch();
    },
  };
}

function advice(what, missing, variable) {
  return [
    `To run ${what}, this machine lacks:`,
    ...missing.map((problem) => `  - ${problem}`),
    `Install that, or start a Docker engine, or give the address of a running one by environment (${variable}). Then try again.`,
  ].join('\n');
}
