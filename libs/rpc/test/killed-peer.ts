import { createActor, createPerson, startPeer } from './rpc-harness';

/** A peer in a separate process, to be killed; it reports its port and each received call. */
void startPeer(
  {
    getPerson: async ({ id }) => {
      process.send?.({ called: id });
      if (id === 1) await new Promise(() => undefined);
      return { record: createPerson({ id }) };
    },
  },
  // The keys of the test remain in the process of the test.
  { port: Number(process.argv[2]), verifier: { verify: async () => ({ actor: createActor(), issuer: 'gateway' }) } },
).then(({ port }) => process.send?.({ port }));
process.on('disconnect', () => process.exit(0));
