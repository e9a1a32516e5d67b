import { EVERYONE, UserServiceDefinition, type GetMeResponse } from '@porchlight/contracts';
import { forwardedOf, permit, refuseMethod, sendJson, type ResourceRoutesOptions } from '@porchlight/edge';
import { createRpcClient, type Channel } from '@porchlight/rpc';
import { Router, type Request, type Response } from 'express';

/** The current user as GET /v1/me answers it (specification: Current user; decisions section 6). */
const renderMe = (me: GetMeResponse): Record<string, unknown> => {
  const user = me.user;
  return {
    id: user?.id ?? null,
    name: user?.name ?? null,
    role: user?.role ?? null,
    email: user?.email ?? null,
    phone: user?.phone ?? null,
    timeZone: user?.timezone ?? null,
    signature: '',
    rawSignature: '',
    apiKey: me.apiKeyPrefix === '' ? null : `${me.apiKeyPrefix}…`,
    account: me.accountId,
    teamMember: me.teamMember,
    beta: user?.beta ?? false,
    betaOnly: false,
    connectedEmail: { email: null, oauthProvider: null, shareEmails: false, imapLeadProcessing: false, hasSmtp: false },
    leadEmailAddress: null,
    callingEnabled: false,
    voicemailEnabled: false,
    voicemailUrl: null,
    callingCapabilityToken: null,
    isOwner: user?.isOwner ?? false,
    unreadConversationCount: 0,
    notifyBy: 'email',
    features: me.features,
  };
};

const renderIdentity = (me: GetMeResponse): Record<string, unknown> => ({
  account: { id: me.accountId, domain: me.accountDomain, name: me.accountName, owner: me.ownerName },
  user: { id: me.user?.id ?? null, name: me.user?.name ?? null, email: me.user?.email ?? null, role: me.user?.role ?? null },
});

/** GET /v1/me and GET /v1/identity: whose credentials are these. */
export const currentUserRoutes = (channel: Channel, options: ResourceRoutesOptions, timeoutMs: number): Router => {
  const client = createRpcClient(UserServiceDefinition, channel);
  const router = Router();
  const add = (path: string, operation: string, render: (me: GetMeResponse) => Record<string, unknown>): void => {
    router
      .route(path)
      .get(options.user, permit(operation, EVERYONE), options.system, async (req: Request, res: Response) => {
        sendJson(res, 200, render(await client.getMe({}, { ...forwardedOf(req), timeoutMs })));
      })
      .all(options.user, refuseMethod(['GET']));
  };
  add('/me', 'auth.users.me', renderMe);
  add('/identity', 'auth.users.identity', renderIdentity);
  return router;
};
