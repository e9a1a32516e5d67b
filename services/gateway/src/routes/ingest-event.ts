import { EventServiceDefinition, events, people } from '@porchlight/contracts';
import { forwardedOf, formatOf, permit, queryOf, sendJson, type ResourceRoutesOptions } from '@porchlight/edge';
import { createRenderer, operationOf, parseBody, parseOptions } from '@porchlight/resource';
import { createRpcClient, type Channel } from '@porchlight/rpc';
import { Router, type Request, type Response } from 'express';

/**
 * POST /v1/events: takes a lead in and answers the person: 201 new, 200 known, 204 when lead flow ignores the source
 * (decisions section 4). The event's id is in X-Event-Id and Location.
 */
export const ingestEventRoute = (channel: Channel, options: ResourceRoutesOptions, timeoutMs: number): Router => {
  const client = createRpcClient(EventServiceDefinition, channel);
  const render = createRenderer(people);
  const router = Router();
  router.post(
    '/events',
    options.user,
    permit(operationOf(events, 'create'), events.roles.create ?? []),
    options.body,
    options.system,
    async (req: Request, res: Response) => {
      const { options: switches } = parseOptions(events, 'create', queryOf(req));
      const { record, mask } = parseBody(events, req.body, 'create', formatOf(req));
      const answer = await client.ingestEvent({ record, mask, options: switches }, { ...forwardedOf(req), timeoutMs });
      if (!answer.person) {
        res.writeHead(204).end();
        return;
      }
      const headers = { 'X-Event-Id': String(answer.eventId), Location: `/v1/events/${answer.eventId}` };
      sendJson(res, answer.created ? 201 : 200, render(answer.person), headers);
    },
  );
  return router;
};
