import { unique, type Client, type Reply } from '@porchlight/acceptance/src/client';
import { receive } from '@porchlight/acceptance/src/receive';

/** A conversation in the inbox of the team, and its inbox app. */
export interface StartedConversation {
  readonly id: number;
  readonly inboxAppId: number;
}

type Headers = Readonly<Record<string, string>>;

const send = async (owner: Client, path: string, body: object, headers: Headers): Promise<Reply> => {
  const reply = await owner.post(path, body, { headers });
  if (reply.status >= 300) throw new Error(`POST ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply;
};

/** Publishes and installs an inbox app of the account, which sends one message. */
export const startConversation = async (owner: Client, headers: Headers = {}): Promise<StartedConversation> => {
  const receiver = await receive();
  try {
    const app = { name: `Chat ${unique()}`, redirectUrl: 'https://app.example.com/install' };
    const { id: publishedInboxAppId } = (await send(owner, '/v1/publishedInboxApps', app, headers)).body;
    const installation = { publishedInboxAppId, userId: 0, subscriptionUrl: `${receiver.url}/inbox` };
    const { id: inboxAppId } = (await send(owner, '/v1/inboxApps/install', installation, headers)).body;
    const message = { externalConversationId: unique(), externalMessageId: unique(), message: 'Hello' };
    const { body } = await send(owner, `/v1/inboxApps/${inboxAppId}/message`, message, headers);
    return { id: body.conversationId as number, inboxAppId: inboxAppId as number };
  } finally {
    await receiver.stop();
  }
};
