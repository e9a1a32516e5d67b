import { GATEWAY } from '@porchlight/access';
import { PersonServiceDefinition } from '@porchlight/contracts/src/generated/porchlight/people/v1/person_service';
import { createLogger, createMetrics, systemClock } from '@porchlight/runtime';
import { destination } from 'pino';
import { createRpcServer, type Handlers } from '../src';
import { actor, person } from './fixture';

const unused = (): Promise<never> => Promise.reject(new Error('not part of the benchmark'));
const otherMethods = Object.fromEntries(
  Object.keys(PersonServiceDefinition.methods).map((method) => [method, unused]),
) as Handlers<typeof PersonServiceDefinition>;

/** The server process of the benchmark: reports its CPU usage to the parent process on request. */
async function main(): Promise<void> {
  const server = createRpcServer({
    verifier: { verify: async () => ({ actor, issuer: GATEWAY }) },
    logger: createLogger({
      service: 'bench',
      destination: destination({ dest: '/dev/null', sync: false, minLength: 4096 }),
    }),
    metrics: createMetrics({ service: 'bench', processMetrics: false }),
    clock: systemClock,
    successLevel: process.argv[2] === 'debug' ? 'debug' : 'info',
    stream: process.argv[3] !== 'off',
  });
  server.add(PersonServiceDefinition, {
    ...otherMethods,
    deletePerson: async () => ({}),
    getPerson: async () => ({ record: person }),
    listPeople: async () => ({
      records: Array<typeof person>(25).fill(person),
      page: { total: 25, next: '', warnings: [] },
    }),
    createPerson: async () => ({ record: person, created: true }),
  });
  const port = await server.listen('127.0.0.1', 0);
  process.on('message', () => process.send?.({ cpu: process.cpuUsage() }));
  process.on('disconnect', () => process.exit(0));
  process.send?.({ port });
}

void main();
