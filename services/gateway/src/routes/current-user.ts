import {
  ConversationServiceDefinition,
  EVERYONE,
  UserServiceDefinition,
  type GetMeResponse,
} from '@porchlight/contracts';
import {
  readForwardHeaders,
  permit,
  refuseMethod,
  sendJson,
  type ResourceRoutesOptions,
  type RouteTable,
} from '@porchlight/edge';
import { createRpcClient, type Channel } from '@porchlight/rpc';
import type { Request } from 'express';

/** The current user in the response of GET /v1/me (specification: Current user; decisions section 6). */
const renderMe = (me: GetMeResponse, unread: number): Record<string, unknown> => {
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
    unreadConversationCount: unread,
    notifyBy: 'email',
    features: me.features,
  };
};

const renderIdentity = (me: GetMeResponse): Record<string, unknown> => ({
  account: {
    id: me.accountId,
    domain: me.accountDomain,
    name: me.accountName,
    owner: { name: me.ownerName, email: me.ownerEmail },
  },
  user: {
    id: me.user?.id ?? null,
    name: me.user?.name ?? null,
    email: me.user?.email ?? null,
    role: me.user?.role ?? null,
  },
});

/** Longest wait for the number of unread conversations. */
const UNREAD_TIMEOUT_MS = 1_000;

/** Adds GET /v1/me and GET /v1/identity: the user of the credentials. */
export const addCurrentUserRoutes = (
  table: RouteTable,
  channels: { readonly auth: Channel; readonly notifier: Channel },
  options: ResourceRoutesOptions,
  timeoutMs: number,
): void => {
  const users = createRpcClient(UserServiceDefinition, channels.auth);
  const conversations = createRpcClient(ConversationServiceDefinition, channels.notifier);
  const me = (req: Request): Promise<GetMeResponse> => users.getMe({}, { ...readForwardHeaders(req), timeoutMs });
  /** 0 while the notifier is unavailable. */
  const unread = (req: Request): Promise<number> =>
    conversations
      .countUnread({}, { ...readForwardHeaders(req), timeoutMs: Math.min(timeoutMs, UNREAD_TIMEOUT_MS) })
      .then(
        ({ count }) => count,
        () => 0,
      );
  const add = (path: string, operation: string, answer: (req: Request) => Promise<Record<string, unknown>>): void => {
    const { user, system } = options;
    table.add('GET', path, user, permit(operation, EVERYONE), system, async (req, res) =>
      sendJson(res, 200, await answer(req)),
    );
    table.add('ALL', path, user, refuseMethod(['GET']));
  };
  add('/me', 'auth.users.me', async (req) => renderMe(...(await Promise.all([me(req), unread(req)]))));
  add('/identity', 'auth.users.identity', async (req) => renderIdentity(await me(req)));
};
