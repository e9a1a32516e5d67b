import { captureLogger, createCertificates } from '@porchlight/testkit';
import { createRpcTls, type RpcTls } from '../src';
import { createActor, dial, startPeer } from './rpc-harness';

const { logger } = captureLogger();

describe('RPC with certificates', () => {
  let ours: RpcTls;
  let foreign: RpcTls;
  let peer: Awaited<ReturnType<typeof startPeer>>;
  const open: ReturnType<typeof dial>[] = [];
  const call = async (tls?: RpcTls) => {
    const client = dial(`localhost:${peer.port}`, { tls });
    open.push(client);
    return client.people.getPerson({ id: 7, options: {} }, { actor: createActor(), timeoutMs: 3_000 });
  };

  beforeAll(async () => {
    [ours, foreign] = await Promise.all([createCertificates(), createCertificates()]);
    peer = await startPeer({ getPerson: async () => ({ record: undefined }) }, { tls: ours });
  });
  afterAll(async () => {
    await Promise.all(open.map(({ channel }) => channel.close()));
    await peer.server.stop(1_000);
  });

  it('serves a caller with a certificate of the same authority', async () => {
    await expect(call(ours)).resolves.toEqual({ record: undefined });
  });

  it('rejects a caller without a certificate, or with one of another authority', async () => {
    await expect(call()).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
    await expect(call({ ...foreign, ca: ours.ca })).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  });

  it('does not call a server of another authority', async () => {
    await expect(call({ ...ours, ca: foreign.ca })).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  });

  it('uses plain text only without any configuration', () => {
    expect(createRpcTls({}, logger)).toBeUndefined();
    expect(() => createRpcTls({ RPC_TLS_CA_FILE: 'pem' }, logger)).toThrow('belong together');
  });
});
