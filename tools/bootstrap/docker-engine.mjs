import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { megabytes } from './console.mjs';

const ANSWER_MS = 3_000;
const PULL_QUIET_MS = 30_000;
const PROGRESS_EVERY_MS = 3_000;

/** The Docker engine that responds (`{ socketPath }` or `{ host, port }`), or undefined. */
export async function findEngine(env = process.env) {
  for (const engine of candidates(env)) {
    const answer = await ask(engine, 'GET', '/_ping').catch(() => undefined);
    if (answer?.status === 200) return engine;
  }
  return undefined;
}

function candidates(env) {
  if (env.DOCKER_HOST?.startsWith('unix://')) return [{ socketPath: env.DOCKER_HOST.slice('unix://'.length) }];
  if (env.DOCKER_HOST?.startsWith('tcp://')) {
    const { hostname, port } = new URL(env.DOCKER_HOST);
    return [{ host: hostname, port: Number(port || 2375) }];
  }
  const sockets = ['/var/run/docker.sock', join(homedir(), '.docker', 'run', 'docker.sock')];
  return sockets.filter((socket) => existsSync(socket)).map((socketPath) => ({ socketPath }));
}

/** True if the engine has the image. */
export async function hasImage(engine, image) {
  const answer = await ask(engine, 'GET', `/images/${image}/json`).catch(() => undefined);
  return answer?.status === 200;
}

/** Pulls an image with progress. Returns true if the image is available; false if the registry does not respond. */
export async function pullImage(engine, image, step) {
  step(`Docker image ${image}: pulling …`);
  const [name, tag] = image.split(':');
  const layers = new Map();
  let told = Date.now();
  let failure;
  const take = (line) => {
    if (!line.trim()) return;
    const news = JSON.parse(line);
    if (news.error) failure = news.error;
    if (news.status === 'Downloading' && news.progressDetail?.current) layers.set(news.id, news.progressDetail);
    if (Date.now() - told < PROGRESS_EVERY_MS || layers.size === 0) return;
    told = Date.now();
    const sum = (key) => [...layers.values()].reduce((total, layer) => total + (layer[key] ?? 0), 0);
    step(`Docker image ${image}: ${megabytes(sum('current'))} of ${megabytes(sum('total'))}`);
  };
  const answer = await ask(engine, 'POST', `/images/create?fromImage=${name}&tag=${tag}`, take, PULL_QUIET_MS).catch(
    (error) => {
      failure = error.message;
    },
  );
  const there = answer?.status === 200 && !failure && (await hasImage(engine, image));
  step(
    there
      ? `Docker image ${image}: ready`
      : `Docker image ${image}: not to be had (${failure ?? 'refused'}); going on without Docker`,
  );
  return there;
}

/** Sends a request to the engine; `timeoutMs` limits the time without data. */
function ask(engine, method, path, onLine, timeoutMs = ANSWER_MS) {
  return new Promise((resolve, reject) => {
    const sent = request({ ...engine, method, path }, (response) => {
      let rest = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        const lines = (rest + chunk).split('\n');
        rest = lines.pop();
        if (onLine) lines.forEach(onLine);
      });
      response.once('end', () => {
        if (onLine && rest) onLine(rest);
        resolve({ status: response.statusCode });
      });
      response.once('error', reject);
    });
    sent.setTimeout(timeoutMs, () => sent.destroy(new Error('no answer')));
    sent.once('error', reject);
    sent.end();
  });
}
