import { clientWith, type Client, type Reply } from '@porchlight/acceptance/src/client';
import type { Notification } from '@porchlight/acceptance/src/receive';
import { RECEIVER, type Example } from '@porchlight/openapi';
import type { Receiver } from '@porchlight/testkit';

/** A request with values of the run. */
export interface FlowRequest extends Example {
  /** Who sends it. Default: the owner. */
  readonly by?: Client;
  /** The request is repeated until its response fulfills this. */
  readonly until?: (body: Reply['body']) => boolean;
}

/** What flows work with. */
export interface FlowParts {
  /** Sends a request until it succeeds, and records its last response. Throws if it does not succeed in time. */
  send(request: FlowRequest): Promise<Reply>;
  /** Records a response that is derived from another one. */
  derive(operation: string, response: Pick<Reply, 'status' | 'body'>): void;
  /** The owner gives an app access. Returns the callback address with the code. */
  authorize(address: string): Promise<URL>;
  /** Receives requests to RECEIVER. */
  readonly receiver: Receiver;
}

/** Requests whose values come from earlier responses. */
export type Flow = (parts: FlowParts) => Promise<unknown>;

const FORM = 'application/x-www-form-urlencoded';
const CALLBACK = 'https://mycrm.example/callback';
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n');

const createPerson = async ({ send }: FlowParts, body: object): Promise<number> =>
  (await send({ operation: 'people.people.create', body })).body.id as number;

const createTemplate = async ({ send }: FlowParts): Promise<number> => {
  const body = { name: 'Open house', subject: 'Open house on Sunday', body: '<p>See you at 12 Oak Street.</p>' };
  return (await send({ operation: 'marketing.templates.create', body })).body.id as number;
};

const repeatLeadAndPerson: Flow = async ({ send }) => {
  const person = { firstName: 'Emmy', lastName: 'Noether', emails: [{ value: 'emmy@example.com' }] };
  const lead = { source: 'mywebsite.example', type: 'Registration', person };
  await send({ operation: 'people.events.create', body: lead });
  await send({ operation: 'people.events.create', body: { ...lead, type: 'General Inquiry', message: 'Call me.' } });
  await send({ operation: 'people.people.create', query: { deduplicate: true }, body: person });
};

const sendBatchWithFailure: Flow = async (parts) => {
  const id = await createPerson(parts, { firstName: 'Sofia', lastName: 'Kowalewska' });
  const requests = [id, id + 1_000].map((each) => ({ method: 'GET', path: `/v1/people/${each}?fields=name` }));
  await parts.send({ operation: 'gateway.batch.send', body: { requests } });
};

const importAndUndo: Flow = async ({ send, derive }) => {
  const csv = 'First name,Last name,Email\nAnna,Winlock,anna@example.com\n';
  const { body: started } = await send({ operation: 'people.people.import', body: { csv } });
  const path = { id: started.id as number };
  await send({ operation: 'people.people.getImport', path, until: ({ status }) => status === 'Completed' });
  const { body } = await send({
    operation: 'people.people.undoImport',
    path,
    until: ({ undo }) => undo.status === 'Completed',
  });
  // An undo returns 202 after 8 s, which takes thousands of rows: its response is the same one at the start.
  const undo = { ...body.undo, status: 'Running', undone: 0, kept: 0, keptItems: [] };
  derive('people.people.undoImport', { status: 202, body: { ...body, undo } });
};

const upload = async ({ send }: FlowParts, resource: string, owner: object): Promise<void> => {
  const body = { ...owner, fileName: 'offer.pdf', fileSize: PDF.length };
  const { body: announced } = await send({ operation: `${resource}.createUpload`, body });
  const { status } = await clientWith({}).call('PUT', announced.url as string, { body: PDF });
  expect(status).toBe(200);
  await send({ operation: `${resource}.completeUpload`, path: { upload: announced.id as string } });
};

const uploadFiles: Flow = async (parts) => {
  const personId = await createPerson(parts, { firstName: 'Maria', lastName: 'Agnesi' });
  await upload(parts, 'people.personAttachments', { personId });
  const pipeline = { name: 'Houses', stages: [{ name: 'Offer' }] };
  const { body } = await parts.send({ operation: 'deals.pipelines.create', body: pipeline });
  const deal = { name: '12 Oak Street', stageId: body.stages[0].id as number, peopleIds: [personId] };
  const { body: created } = await parts.send({ operation: 'deals.deals.create', body: deal });
  await upload(parts, 'deals.dealAttachments', { dealId: created.id as number });
};

const readReceivedEvent: Flow = async (parts) => {
  const event = 'peopleCreated';
  await parts.send({ operation: 'notifier.webhooks.create', body: { event, url: `${RECEIVER}/people` } });
  const id = await createPerson(parts, { firstName: 'Hypatia' });
  const [request] = await parts.receiver.waitFor(1, {
    where: ({ path, json }) => path === '/people' && (json as Notification).resourceIds.includes(id),
  });
  const { eventId } = request!.json as Notification;
  await parts.send({ operation: 'notifier.webhookEvents.get', path: { eventId } });
};

const sendTestMail: Flow = async (parts) => {
  const id = await createTemplate(parts);
  await parts.send({ operation: 'marketing.templates.sendTest', path: { id }, body: {} });
};

const verifySenderDomain: Flow = async ({ send }) => {
  await send({ operation: 'marketing.senderDomain.update', body: { address: 'team@harborlane.example' } });
  await send({ operation: 'marketing.senderDomain.verify' });
};

/** The email of both steps is not sent, because the person has no address; a retry is refused until then. */
const retryFailedSteps: Flow = async (parts) => {
  const { send } = parts;
  const personId = await createPerson(parts, { firstName: 'Caroline', lastName: 'Herschel' });
  const steps = [{ type: 'sendEmail', templateId: await createTemplate(parts) }];
  const plan = await send({ operation: 'marketing.actionPlans.create', body: { name: 'Invitation', steps } });
  const applied = await send({
    operation: 'marketing.actionPlansPeople.create',
    body: { personId, actionPlanId: plan.body.id as number },
  });
  await send({
    operation: 'marketing.actionPlansPeople.retry',
    path: { id: applied.body.id as number },
    body: { step: 0 },
  });
  const automation = await send({
    operation: 'marketing.automations.create',
    body: { name: 'Invitation', trigger: { type: 'manual' }, steps },
  });
  const run = await send({
    operation: 'marketing.automationsPeople.create',
    body: { personId, automationId: automation.body.id as number },
  });
  await send({
    operation: 'marketing.automationsPeople.retry',
    path: { id: run.body.id as number },
    body: { step: 'steps[0]' },
  });
};

const repeatMessages: Flow = async ({ send }) => {
  const app = { name: 'Web chat', redirectUrl: 'https://chat.example.com/install' };
  const { body: published } = await send({ operation: 'notifier.publishedInboxApps.create', body: app });
  const installation = { publishedInboxAppId: published.id as number, userId: 0, subscriptionUrl: `${RECEIVER}/chat` };
  const { body: installed } = await send({ operation: 'notifier.inboxApps.install', body: installation });
  const path = { id: installed.id as number };
  const words = { externalConversationId: 'visitor-8', message: 'Is the garden large?' };
  const messages = [
    { operation: 'notifier.inboxApps.addMessage', body: { ...words, externalMessageId: 'message-1' } },
    {
      operation: 'notifier.inboxApps.addSystemMessage',
      body: { ...words, externalMessageId: 'message-2', type: 'info' },
    },
    { operation: 'notifier.inboxApps.addNote', body: { ...words, externalMessageId: 'note-1' } },
  ];
  for (const message of [...messages, ...messages]) await send({ ...message, path });
};

const connectApp: Flow = async ({ send, authorize }) => {
  const { body: app } = await send({
    operation: 'auth.oauthApps.create',
    body: { name: 'My CRM', redirectUris: [CALLBACK] },
  });
  const { clientId, clientSecret } = app as { clientId: string; clientSecret: string };
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const by = clientWith({ authorization: `Basic ${credentials}`, 'content-type': FORM });
  const request = new URLSearchParams({ response_type: 'code', client_id: clientId, redirect_uri: CALLBACK });
  const readGrant = async (): Promise<Record<string, string>> => {
    const landed = await authorize(`/oauth/authorize?${request.toString()}`);
    return { grant_type: 'authorization_code', redirect_uri: CALLBACK, code: landed.searchParams.get('code')! };
  };
  await send({ operation: 'auth.oauth.tokenByQuery', query: await readGrant(), by });
  const { body } = await send({ operation: 'auth.connectedApps.list' });
  await send({ operation: 'auth.connectedApps.delete', path: { id: body.connectedApps[0].id as number } });
  const tokens = await send({ operation: 'auth.oauth.token', body: new URLSearchParams(await readGrant()), by });
  const token = tokens.body.refresh_token as string;
  await send({ operation: 'auth.oauth.revoke', body: new URLSearchParams({ token }), by });
};

/** Flows that give operations of WITHOUT_FIXED_EXAMPLE and repeated requests a response, by what they show. */
export const FLOWS: Readonly<Record<string, Flow>> = {
  'a lead and a person that exist already': repeatLeadAndPerson,
  'a batch of which one request fails': sendBatchWithFailure,
  'an import and its undo': importAndUndo,
  'files of a person and of a deal': uploadFiles,
  'an event that a webhook received': readReceivedEvent,
  'a test mail': sendTestMail,
  'the check of a sender domain': verifySenderDomain,
  'failed steps that run again': retryFailedSteps,
  'repeated messages of an inbox app': repeatMessages,
  'an app that a user connects': connectApp,
};
