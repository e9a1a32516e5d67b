import { openBackend } from '../src/open-backend';
import { openSurroundings } from './open-surroundings';

it('is ready after its first connection to Kafka: it does not wait for a group, nor for a broker that disconnects later', async () => {
  const surroundings = await openSurroundings('people');
  const { dependencies } = surroundings;
  const kafka = { answers: false, joined: false };
  const bus = { ...dependencies.bus, answers: async () => kafka.answers, ready: async () => kafka.joined };
  const backend = await openBackend('people', { ...dependencies, bus }, { resources: [] });
  try {
    await backend.start('127.0.0.1:0');
    expect(await backend.ready()).toEqual({ ok: false, checks: { database: true, kafka: false } });
    kafka.answers = true;
    expect(await backend.ready()).toEqual({ ok: true, checks: { database: true, kafka: false } });
    kafka.joined = true;
    expect(await backend.ready()).toEqual({ ok: true, checks: { database: true, kafka: true } });
    Object.assign(kafka, { answers: false, joined: false });
    expect((await backend.ready()).ok).toBe(true);
  } finally {
    await backend.stop(AbortSignal.timeout(5_000));
    await surroundings.close();
  }
});
