import type { ServiceAnswer, ServiceClient } from '@porchlight/tools/src/send/service-client';
import { createLeadFlow } from './chaos-leads';

/** A lead that gets these answers, one after the other; undefined: none. */
const sendOne = async (answers: (Partial<ServiceAnswer> | undefined)[]) => {
  const begun = Promise.withResolvers<void>();
  const client: ServiceClient = {
    call: async () => {
      begun.resolve();
      const answer = answers.shift();
      if (answer === undefined) throw new Error('nobody answers');
      return { status: 201, headers: {}, body: { id: 7 }, ...answer };
    },
    close: async () => undefined,
  };
  const flow = createLeadFlow({ clients: new Map([[1, client]]), run: 'r' });
  flow.start(10);
  await begun.promise;
  return { flow, acknowledged: await flow.stop(5_000) };
};

describe('leads that flow', () => {
  it('are sent again until they are acknowledged', async () => {
    const { flow, acknowledged } = await sendOne([undefined, { status: 503 }, {}]);
    expect([acknowledged, flow.repeated, flow.writes, flow.refused]).toEqual([
      true,
      2,
      [{ accountId: 1, personId: 7, span: { from: expect.any(Number), to: expect.any(Number) } }],
      [],
    ]);
  });

  it('are named when they are refused for good', async () => {
    const { flow, acknowledged } = await sendOne([{ status: 400, body: { errorMessage: 'No.' } }]);
    expect([acknowledged, flow.writes, flow.refused]).toEqual([true, [], ['400 {"errorMessage":"No."}']]);
  });

  it('given a response of 500, they are sent again and the response is listed; 503 is not', async () => {
    const { flow } = await sendOne([{ status: 500, body: { errorCode: 'INTERNAL' } }, { status: 503 }, {}]);
    expect([flow.failed, flow.repeated]).toEqual([['500 {"errorCode":"INTERNAL"}'], 2]);
  });
});
