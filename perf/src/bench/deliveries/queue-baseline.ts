import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { freePort } from '@porchlight/testkit';
import { Queue, Worker } from 'bullmq';
import { Agent } from 'undici';
import { findSetpriv } from '@porchlight/tools/src/launcher/find-program';

export interface QueueBaselineOptions {
  /** Program and certificate authority. */
  readonly redis: string;
  readonly caFile: string;
  readonly urls: readonly string[];
  readonly jobs: number;
  readonly concurrency: number;
}

/** The baseline: BullMQ on Redis with a worker that signs and sends. It logs no attempts. */
const send = (agent: Agent, { url, body, secret }: { url: string; body: string; secret: string }, id: string) => {
  const at = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', Buffer.from(secret, 'base64')).update(`${id}.${at}.${body}`).digest('base64');
  const { origin, pathname } = new URL(url);
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': `v1,${signature}`,
  };
  return agent.request({ origin, path: pathname, method: 'POST', headers, body });
};

/** Starts Redis in its own process, fills the queue and drains it. Resolves 300 ms before draining starts. */
export async function startQueueBaseline({
  redis,
  caFile,
  urls,
  jobs,
  concurrency,
}: QueueBaselineOptions): Promise<{ startsAt: number; stop(): Promise<void> }> {
  const port = await freePort();
  const command = [redis, '--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  // The kernel ends Redis if this process is killed.
  const setpriv = findSetpriv();
  if (setpriv) command.unshift(setpriv, '--pdeathsig', 'KILL', '--');
  const server = spawn(command[0]!, command.slice(1), { stdio: 'ignore' });
  process.once('exit', () => server.kill('SIGKILL'));
  const connection = { host: '127.0.0.1', port, maxRetriesPerRequest: null };
  const queue = new Queue('webhooks', { connection });
  const agent = new Agent({ connections: 8, pipelining: 1, connect: { ca: readFileSync(caFile, 'utf8') } });
  const secret = Buffer.alloc(32, 7).toString('base64');
  const options = { attempts: 37, removeOnComplete: true };
  for (let at = 0; at < jobs; at += 1_000)
    await queue.addBulk(
      Array.from({ length: Math.min(1_000, jobs - at) }, (_, n) => {
        const nth = at + n;
        const body = JSON.stringify({
          eventId: `queue-${nth}`,
          event: 'peopleCreated',
          resourceIds: [nth + 1],
          uri: `https://localhost/v1/people?id=${nth + 1}`,
        });
        return { name: 'send', data: { url: urls[nth % urls.length], body, secret }, opts: options };
      }),
    );
  const work = async ({
    data,
    id,
  }: {
    data: { url: string; body: string; secret: string };
    id?: string | undefined;
  }): Promise<void> => {
    const answer = await send(agent, data, id!);
    await answer.body.dump();
    if (answer.statusCode >= 300) throw new Error(`${answer.statusCode}`);
  };
  const worker = new Worker('webhooks', work, { connection, concurrency, autorun: false });
  setTimeout(() => void worker.run(), 300);
  return {
    startsAt: Date.now() + 300,
    async stop() {
      await worker.close(true);
      await queue.close();
      await agent.destroy();
      server.kill('SIGKILL');
    },
  };
}
