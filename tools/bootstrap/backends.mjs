import { step, SetUpProblem } from './console.mjs';
import { findEngine, hasImage, pullImage } from './docker-engine.mjs';
import { isKafkaCached, prepareKafka } from './kafka.mjs';
import { pinnedImages } from './pinned-images.mjs';
import { findJava, findMaven, findPython } from './machine.mjs';
import { downloadCache, findProgram } from './paths.mjs';
import { isSecantusCached, prepareSecantus } from './secantus.mjs';

/**
 * Chooses where Kafka and the database come from and fetches what is missing (design.md, section 7): addresses given by
 * environment, else containers, else programs on this machine. Answers what the launcher needs to start them.
 */
export async function prepareBackends(env = process.env) {
  const engine = await findEngine(env);
  const cache = downloadCache();
  const images = pinnedImages();
  const outcome = await Promise.allSettled([
    prepareKafkaBroker(env, engine, images.kafka, cache),
    prepareDatabase(env, engine, images.database, cache),
  ]);
  const problems = outcome.filter((one) => one.status === 'rejected').map((one) => one.reason);
  const unknown = problems.find((problem) => !(problem instanceof SetUpProblem));
  if (unknown) throw unknown;
  if (problems.length > 0) throw new SetUpProblem(problems.map((problem) => problem.message).join('\n\n'));
  return { kafka: outcome[0].value, database: outcome[1].value };
}

async function prepareKafkaBroker(env, engine, image, cache) {
  if (env.KAFKA_BROKERS) return { kind: 'address', brokers: env.KAFKA_BROKERS.split(',') };
  if (engine && (await hasImage(engine, image))) return { kind: 'container', image };
  const java = await findJava(env);
  if (java.file && isKafkaCached(cache)) return prepareKafka(cache, java.file);
  if (engine && (await pullImage(engine, image, step))) return { kind: 'container', image };
  const maven = await findMaven();
  const missing = [java.problem, maven.problem].filter(Boolean);
  if (missing.length > 0) throw new SetUpProblem(advice('Kafka', missing, `KAFKA_BROKERS=host:port`));
  return prepareKafka(cache, java.file, maven.file);
}

async function prepareDatabase(env, engine, image, cache) {
  if (env.MONGODB_URI) return { kind: 'address', uri: env.MONGODB_URI };
  if (engine && (await hasImage(engine, image))) return { kind: 'container', image };
  const mongod = findProgram('mongod');
  if (mongod) return { kind: 'mongod', file: mongod };
  const secantus = findProgram('secantusd-rs');
  if (secantus) return { kind: 'secantus', file: secantus };
  if (isSecantusCached(cache)) return prepareSecantus(cache);
  if (engine && (await pullImage(engine, image, step))) return { kind: 'container', image };
  const python = await findPython();
  if (python.problem) throw new SetUpProblem(advice('the database', [python.problem], 'MONGODB_URI=mongodb://…'));
  return prepareSecantus(cache, python.file);
}

function advice(what, missing, variable) {
  return [
    `To run ${what}, this machine lacks:`,
    ...missing.map((problem) => `  - ${problem}`),
    `Install that, or start a Docker engine, or give the address of a running one by environment (${variable}). Then try again.`,
  ].join('\n');
}
