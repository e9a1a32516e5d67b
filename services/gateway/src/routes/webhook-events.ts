import { OWNER, WebhookEventServiceDefinition } from '@porchlight/contracts';
import { demandSystem, forwardedOf, permit, refuseMethod, sendJson, type ResourceRoutesOptions } from '@porchlight/edge';
import { refuse } from '@porchlight/errors';
import { renderTime } from '@porchlight/resource';
import { createRpcClient, type Channel } from '@porchlight/rpc';
import { Router, type Request, type Response } from 'express';

/** GET /v1/webhookEvents/{id}: a notification that a partner missed (specification: Webhooks). */
export const webhookEventRoutes = (channel: Channel, options: ResourceRoutesOptions, timeoutMs: number): Router => {
  const client = createRpcClient(WebhookEventServiceDefinition, channel);
  const router = Router();
  router
    .route('/webhookEvents/:id')
    .get(options.user, permit('notifier.webhookEvents.get', OWNER), options.system, demandSystem, async (req: Request, res: Response) => {
      const { record } = await client.getWebhookEvent({ id: String(req.params['id']).slice(0, 128) }, { ...forwardedOf(req), timeoutMs });
      if (!record) throw refuse('NOT_FOUND', { what: 'webhook event' });
      sendJson(res, 200, {
        id: record.id,
        eventCreated: record.eventCreated ? renderTime(record.eventCreated).replace('Z', '+00:00') : null,
        event: record.event,
        resourceIds: record.resourceIds,
        uri: record.uri ?? null,
      });
    })
    .all(options.user, refuseMethod(['GET']));
  return router;
};
