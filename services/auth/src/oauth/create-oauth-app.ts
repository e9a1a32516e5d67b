import type { OauthApp } from '@porchlight/contracts';
import { invalidBody, refuse } from '@porchlight/errors';
import type { StoreCall } from '@porchlight/store';
import type { OauthAppStrategy } from './oauth-app-strategy';
import type { Oauth } from './oauth-parts';

/** Throws SYSTEM_REQUIRED unless the caller uses a registered system. */
export const withSystem =
  <Q, A, C extends StoreCall>(method: (request: Q, call: C) => Promise<A>) =>
  async (request: Q, call: C): Promise<A> => {
    if (call.actor.system === undefined) throw refuse('SYSTEM_REQUIRED');
    return method(request, call);
  };

/** Creates an app. The response is the only place that contains its secret. */
export const createOauthApp =
  ({ oauthApps }: Pick<Oauth, 'oauthApps'>, strategy: OauthAppStrategy) =>
  async ({ record }: { record?: OauthApp }, call: StoreCall): Promise<{ record: OauthApp; created: boolean }> => {
    if (!record) throw invalidBody('The body must be a JSON object.');
    const { draft, secret } = await strategy.createDraft(call, record);
    const app = await oauthApps.insert(call, draft);
    return { record: { ...(await oauthApps.render(app, call)), clientSecret: secret }, created: true };
  };
