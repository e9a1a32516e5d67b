import { allActions } from '@porchlight/contracts';
import type { Action } from '@porchlight/resource';
import { once } from 'node:events';
import { connect } from 'node:net';
import { eventually } from '@porchlight/testkit';
import { addActionRoutes, createRouteTable, type Forwarded } from '../src';
import { routeOptions, startEdge, type EdgeServer } from './edge-server';

const preview = allActions.find(({ rpc }) => rpc === 'importPeopleCsv')!;
let server: EdgeServer;
afterEach(() => server.stop());

describe('N1 an aborted preview', () => {
  it('given a client that disconnects, when its table is read, then the call to the service ends', async () => {
    let signal: AbortSignal | undefined;
    const options = {
      ...routeOptions(),
      forwardAction: (_action: Action, _request: object, call: Forwarded) => {
        signal = call.signal;
        return new Promise<never>((_resolve, reject) => {
          call.signal?.addEventListener('abort', () => reject(call.signal?.reason as Error), { once: true });
        });
      },
    };
    const table = createRouteTable();
    addActionRoutes(table, [preview], new Set(), options);
    server = await startEdge((app) => app.use('/v1', table.handler));
    const socket = connect(server.port, '127.0.0.1');
    await once(socket, 'connect');
    const authorization = Buffer.from('7:').toString('base64');
    const head = `POST /v1/people/import?preview=true HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${authorization}`;
    socket.write(`${head}\r\nContent-Type: text/csv\r\nContent-Length: 12\r\n\r\nName\nAnn Lee`);
    await eventually(() => expect(signal).toBeDefined());
    socket.destroy();
    await eventually(() => expect(signal?.aborted).toBe(true));
  });
});
